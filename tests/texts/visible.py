"""Finds texts that a user would read and nobody could translate.

Two rules for the rooms that talk to people:
- *shown*: words given to something that shows them (`echo`, `Text`, `help=…`, a raised error, …);
- *prose*: any literal of two words or more, wherever it stands, since it may be shown through a variable.
Both let go of what stands in `_`, `N_`, `ngettext` or `say`, of docstrings, of log messages, of rich
styles, and of a line that says `# not shown`.

And one rule for all rooms: the template of one of our errors is a literal or `N_(literal)`, whose
fields are all given, and general exceptions of Python are not raised in their place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter

from tools.catalogue import MARKERS, called, literal, marker

# What shows its positional arguments to a user. Where only the first is text, the others are styles.
SHOWS_ALL = {"echo", "print", "input", "write", "rule", "add_row", "from_markup", "log_message"}
SHOWS_FIRST = {
    "secho", "style", "prompt", "confirm", "ask", "Text", "Panel", "Markdown", "status", "add_column",
    "Column", "Table", "Label", "Prompt", "Confirm", "fail", "UsageError", "BadParameter", "ClickException",
    "BadOptionUsage", "BadArgumentUsage", "HTTPException", "add_task", "update", "section", "say", "progressbar",
}  # fmt: skip
SHOWN_KEYWORDS = {
    "help", "short_help", "epilog", "prompt", "confirmation_prompt", "title", "subtitle", "caption", "header",
    "footer", "description", "label", "message", "detail", "summary", "text", "deprecated", "show_default_text",
}  # fmt: skip
LOGGERS = {"debug", "info", "warning", "error", "exception", "critical", "log", "getLogger", "warn"}
GENERAL_ERRORS = {"Exception", "ValueError", "RuntimeError", "LookupError"}

# Names are the same in every language.
NAMES = {"plyground", "python", "numpy", "numba", "click", "rich", "dask", "no_color", "json", "svg", "pip"}

STYLES = re.compile(
    r"(?:(?:not|on|bold|dim|italic|underline|underline2|reverse|strike|blink|none|conceal|overline|frame|encircle"
    r"|default|(?:bright_)?(?:black|red|green|yellow|blue|magenta|cyan|white)|grey\d*|#[0-9a-fA-F]{6}"
    r"|[a-z]+(?:_[a-z]+)*\d+[a-z]?)\s*)+"
)
MARKUP = re.compile(r"\[/?[a-z#@][^\[\]]*\]|\[/\]")
WORD = re.compile(r"[^\W\d_]{2,}")
FIELD = re.compile(r"\{[^{}]*\}")
# Letters that belong to no word: options, file names, addresses, environment variables.
CODE = re.compile(r"(?:^|(?<=\s))(?:--?[a-z][\w-]*|\S+[/\\.=_#][^\s.,;:)]+|\S+=|\S*#\S*)(?=$|[\s.,;:)])")


@dataclass(frozen=True)
class Finding:
    line: int
    rule: str
    text: str


def words(text: str) -> list[str]:
    """The words of a text, without markup, fields, options and names."""
    bare = CODE.sub(" ", FIELD.sub(" ", MARKUP.sub(" ", text)))
    return [word for word in WORD.findall(bare) if word.lower() not in NAMES]


def visible_literals(source: str) -> list[Finding]:
    """Every literal of a talking room that goes past the catalogue."""
    tree = ast.parse(source)
    silent = {number for number, line in enumerate(source.splitlines(), 1) if "# not shown" in line}
    exempt = _exempt(tree)
    found: dict[int, Finding] = {}
    for node in ast.walk(tree):
        for rule, expression in _shown(node):
            for constant in _pieces(expression, exempt):
                text = str(constant.value)
                if words(text):
                    found.setdefault(id(constant), Finding(constant.lineno, rule, text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in exempt:
            text = node.value
            if len(words(text)) > 1 and len(text.split()) > 1 and not STYLES.fullmatch(text):
                found.setdefault(id(node), Finding(node.lineno, "prose", text))
    return sorted((f for f in found.values() if f.line not in silent), key=lambda f: (f.line, f.text))


def _shown(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The expressions that this node shows, with the name of what shows them."""
    if isinstance(node, ast.Call):
        name = called(node)
        if marker(node) in MARKERS:
            return
        if name in SHOWS_ALL:
            yield from ((name, argument) for argument in node.args)
        elif (name in SHOWS_FIRST or name.endswith("Error")) and node.args:
            yield name, node.args[0]
        elif name == "append" and (len(node.args) > 1 or node.keywords):
            # rich's, with a style; a list's own takes one argument and falls under prose.
            yield name, node.args[0]
        for keyword in node.keywords:
            if keyword.arg in SHOWN_KEYWORDS:
                yield f"{keyword.arg}=", keyword.value
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_command(node):
        first = node.body[0]
        if isinstance(first, ast.Expr) and literal(first.value):
            yield "docstring shown as help", ast.Constant(literal(first.value), lineno=first.lineno)


def _is_command(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether click would take the docstring for the help text."""
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else ast.Call(decorator, [], [])
        if called(call) in ("command", "group") and all(keyword.arg != "help" for keyword in call.keywords):
            return True
    return False


def _pieces(expression: ast.expr, exempt: set[int]) -> Iterator[ast.Constant]:
    """The literal parts of an expression: of f-strings, sums, choices, lists, and of methods of a literal."""
    if id(expression) in exempt:
        return
    match expression:
        case ast.Constant(value=str()):
            yield expression
        case ast.JoinedStr(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from _pieces(part, exempt)
        case ast.FormattedValue(value=part) | ast.Starred(value=part):
            yield from _pieces(part, exempt)
        case ast.BinOp(left=left, right=right):
            yield from _pieces(left, exempt)
            yield from _pieces(right, exempt)
        case ast.IfExp(body=one, orelse=other):
            yield from _pieces(one, exempt)
            yield from _pieces(other, exempt)
        case ast.Call(func=ast.Attribute(value=receiver, attr="format" | "join" | "upper" | "strip" | "ljust")):
            yield from _pieces(receiver, exempt)


def _exempt(tree: ast.AST) -> set[int]:
    """The constants that a user does not read, or reads translated."""
    exempt: set[int] = set()

    def leave_out(node: ast.AST | None) -> None:
        if node is not None:
            exempt.update(id(child) for child in ast.walk(node))

    for node in ast.walk(tree):
        match node:
            case ast.Call() if marker(node) in MARKERS or called(node) in LOGGERS:
                leave_out(node)
            case (
                ast.Module(body=body)
                | ast.ClassDef(body=body)
                | ast.FunctionDef(body=body)
                | ast.AsyncFunctionDef(body=body)
            ):
                for statement in body:
                    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                        leave_out(statement)
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                leave_out(annotation)
            case ast.Compare():
                exempt.update(id(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.Constant))
            case ast.Subscript(slice=index):
                leave_out(index)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            leave_out(node.returns)
    return exempt


def careless_errors(source: str, errors: Mapping[str, int]) -> list[Finding]:
    """Errors of ours without a translatable template or without its values; and errors that are not ours."""
    found: list[Finding] = []
    tree = ast.parse(source)
    bindings = _bindings(tree)
    caught = {
        name.id
        for handler in ast.walk(tree)
        if isinstance(handler, ast.ExceptHandler) and handler.type is not None
        for name in ast.walk(handler.type)
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = called(node.exc) if isinstance(node.exc, ast.Call) else getattr(node.exc, "id", "")
            # One that the same module catches never reaches a user: it is control flow.
            if raised in GENERAL_ERRORS and raised not in caught:
                found.append(Finding(node.lineno, "not an error of ours", raised))
        if not isinstance(node, ast.Call) or called(node) not in errors:
            continue
        place = errors[called(node)]
        first = node.args[place] if len(node.args) > place else None
        if isinstance(first, ast.Attribute) and first.attr == "template":
            continue  # another error's template, passed on
        templates = None if first is None else _templates(first, bindings)
        if not templates:
            text = "" if first is None else ast.unparse(first)
            found.append(Finding(node.lineno, "the template is neither a literal nor N_(literal)", text))
            continue
        given = {keyword.arg for keyword in node.keywords}
        for template in templates:
            parts = Formatter().parse(template)
            fields = {re.split(r"[.\[]", name)[0] for _text, name, _spec, _conversion in parts if name is not None}
            if None not in given and (missing := sorted(fields - given)):
                found.append(Finding(node.lineno, f"no value for {', '.join(missing)}", template))
    return sorted(found, key=lambda finding: finding.line)


def _bindings(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What each name of the module is ever bound to; a parameter is bound to something unknown."""
    bound: dict[str, list[ast.expr]] = {}

    def bind(target: ast.expr, value: ast.expr) -> None:
        for name in ast.walk(target):
            if isinstance(name, ast.Name):
                bound.setdefault(name.id, []).append(value)

    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    bind(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.For(target=target, iter=value):
                bind(target, value)
            case ast.arg(arg=name):
                bound.setdefault(name, []).append(ast.Name("?"))
    return bound


def _templates(node: ast.expr, bindings: dict[str, list[ast.expr]]) -> list[str] | None:
    """The marked texts that this expression can be; None when that cannot be seen from the code."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Call(func=ast.Name(id="N_"), args=[ast.Constant(value=str(text))]):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            if isinstance(one, ast.Constant) or isinstance(other, ast.Constant):
                return None  # only a literal that is the argument itself is collected
            both = [_templates(one, bindings), _templates(other, bindings)]
            return None if None in both else [text for texts in both for text in texts or []]
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"), args=[_, default]):
            both = [_templates(table, bindings), _templates(default, bindings)]
            return None if None in both else [text for texts in both for text in texts or []]
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)) if name in bindings:
            texts: list[str] = []
            for value in bindings[name]:
                if isinstance(value, ast.Tuple | ast.List | ast.Dict):
                    # A table of cases: the marked texts in it.
                    inside = [_templates(call, {}) for call in ast.walk(value) if isinstance(call, ast.Call)]
                    found = [text for marked in inside for text in marked or []]
                elif isinstance(value, ast.Constant):
                    found = []  # unmarked, and too far from the error to be collected
                else:
                    found = _templates(value, bindings) or []
                if not found:
                    return None
                texts += found
            return texts
    return None

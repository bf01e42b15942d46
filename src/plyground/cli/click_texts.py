"""The texts of click that our users can see, marked for our catalogue.

click looks them up with the standard library's gettext; `program.click_speaks` leads that to our catalogue.
This module is never imported: it is read by `make texts`. Some texts differ between the versions of click that we
allow; both are here.
"""

from __future__ import annotations

from plyground.texts import N_, ngettext

TEXTS = (
    N_("Usage:"),
    N_("Options"),
    N_("Positional arguments"),
    N_("default: {default}"),
    N_("required"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("Option {name!r} does not take a value."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("Could not open file {filename!r}: {message}"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("unknown error"),
)


def plurals(count: int) -> None:
    """Only marks; click puts the number in."""
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", count)
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", count)
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", count)
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", count)

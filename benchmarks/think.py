"""What a step of a large search costs on the page Think, in a real browser: `make bench-think`.

The search is minimax on an empty board of Connect Four, 137,257 nodes at depth 6. The page steps forward by its own key
at the beginning, in the middle and at the end of the search, in three pictures: what decides and everything as SVG, and
the whole tree on the canvas. Of each step are shown:

- the processor time of the page's thread, from the key to the painted frame, which other programs do not change much;
- the time that passed meanwhile, without the wait for the frame: true only on a machine that does nothing else;
- the work: nodes whose children were laid out, and things that the picture looked at.

Before that, the first picture of ordinary searches is timed, from the opening of the page.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import CDPSession, Page

from tests.web.browsing import Window, chromium
from tests.web.people import running

ORDINARY = (
    "search=alphabeta&position=[[3,12,8],[2,4,6],[14,5,2]]",
    "search=alphabeta&depth=4&rules=cfour&position=4453",
    "search=uct&rules=tictactoe&position=b2",
)
PICTURES = {"what decides": "deciding", "everything": "everything", "whole tree (canvas)": "everything"}

WATCH = """async () => {
  const file = document.querySelector("script[type=module]").src.replace("index.js", "think.js");
  const { think_tree_view: { TreeView } } = await import(file);
  const draw = TreeView.prototype.draw;
  TreeView.prototype.draw = function () { window.view = this; draw.call(this); };
}"""

FIRST_PICTURE = """() => document.querySelector(".tree-area .node.now") && performance.now()"""

STEP = """async () => {
  const painted = new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    const began = performance.now();
    port1.onmessage = () => resolve(performance.now() - began);
    port2.postMessage(null);
  }));
  const { work } = window.view.layout;
  const before = { ...work };
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  const handled = performance.now() - began;
  return [handled + await painted, work.outlines - before.outlines, work.visits - before.visits];
}"""


def go_to(page: Page, step: int) -> None:
    page.get_by_label("Go to step").fill(str(step))
    page.keyboard.press("Enter")
    page.wait_for_function("step => document.querySelector('.scrub').value == step", arg=step)


def memory(browser: CDPSession) -> float:
    """Megabytes that the page's objects take."""
    browser.send("HeapProfiler.collectGarbage")
    return float(browser.send("Runtime.getHeapUsage")["usedSize"]) / 2**20


def processor_time(browser: CDPSession) -> float:
    """Milliseconds that the page's thread has worked."""
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


def measured(page: Page, browser: CDPSession) -> list[float]:
    before = processor_time(browser)
    spent: list[float] = page.evaluate(STEP)
    return [processor_time(browser) - before, *spent]


def row(name: str, found: list[list[float]]) -> str:
    cells = [f"{name:22}"]
    for values in zip(*found, strict=True):
        ordered = sorted(values)
        late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
        cells += [f"{value:8.1f}" for value in (statistics.median(ordered), late, ordered[-1])]
    return "".join(cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100, help="steps at each of the three places")
    parser.add_argument("--depth", type=int, default=6)
    asked: Any = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), str(Path(folder) / "think.sqlite"), light=True) as server,
        chromium() as browser,
    ):
        window = Window(browser, server)
        page = window.page
        session = window.context.new_cdp_session(page)
        for query in ORDINARY:
            page.goto(f"/think?{query}")
            first = page.wait_for_function(FIRST_PICTURE).json_value()
            print(f"first picture after {first:.0f} ms: {query}", flush=True)
        page.goto(f"/think?search=minimax&depth={asked.depth}&rules=cfour&position=")
        page.locator(".tree-area .node.now").wait_for()
        print(f"{memory(session):.0f} MB before the search has come")
        page.evaluate(WATCH)
        page.keyboard.press("End")
        page.locator(".result", has_text="chooses").wait_for(timeout=600_000)
        count = int(page.locator(".scrub").get_attribute("max") or 0)
        print(f"{page.locator('.result').inner_text()}; {count:,} steps; {memory(session):.0f} MB with all of them")
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        print(" " * 22 + "".join(f"{word:^24}" for word in ("processor ms", "ms", "laid out", "looked at")))
        print(f"{'a step':22}" + 4 * "".join(f"{word:>8}" for word in ("median", "99 %", "most")))
        for name, unfolding in PICTURES.items():
            page.get_by_label("Unfold", exact=True).select_option(unfolding)
            if "canvas" in name:
                page.get_by_role("button", name="Whole tree").click()
            found = []
            for start in (0, count // 2, count - asked.steps):
                go_to(page, max(1, start))
                found += [measured(page, session) for _ in range(asked.steps)]
            print(row(name, found), f" {memory(session):.0f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

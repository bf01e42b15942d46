// Steps through a board in a frame. The links work without this module; with it a step stays in the document, so that
// it is no step in the history of the page around the frame, the arrow keys work, and a running game goes on.

const EVERY = 3000; // milliseconds between two looks at a running game
const KEYS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last",
});

let address = location.href;
/** Counts the calls of `show`: an answer that comes late must not replace one that was asked for after it. */
let asked = 0;

/** The part of the document that changes. */
function main() {
  return /** @type {HTMLElement} */ (document.querySelector("main"));
}

/** @param {string} rel which step */
function link(rel) {
  return /** @type {HTMLAnchorElement | null} */ (main().querySelector(`nav a[rel="${rel}"]`));
}

/** @param {string} next the address whose board is shown */
async function show(next) {
  const turn = (asked += 1);
  const answer = await fetch(next, { credentials: "omit" });
  const shown = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!answer.ok || !shown) throw new Error(`${next}: ${answer.status}`);
  if (turn !== asked) return;
  address = next;
  if (shown.isEqualNode(main())) return;
  const focused = main().contains(document.activeElement) ? document.activeElement?.getAttribute("rel") : null;
  main().replaceWith(document.importNode(shown, true));
  if (focused) link(focused)?.focus();
}

document.addEventListener("click", (event) => {
  const step = event.target instanceof Element ? event.target.closest("nav a") : null;
  if (!(step instanceof HTMLAnchorElement) || !step.href || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // A sandboxed frame may not fetch, but it may follow the link.
  show(step.href).catch(() => location.assign(step.href));
});

document.addEventListener("keydown", (event) => {
  const step = event.ctrlKey || event.metaKey || event.altKey ? null : link(KEYS[event.key] ?? "none");
  if (!step?.href) return;
  event.preventDefault();
  step.click();
});

setInterval(() => {
  if (!("running" in main().dataset) || document.hidden) return;
  // Without an answer the board stays as it is until the next look.
  show(address).catch(() => undefined);
}, EVERY);

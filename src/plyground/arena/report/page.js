// Filters the list of games and replays one of them. The report already contains the cells of all stones, so nothing
// here needs to know the rules.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { players, boards, games, terminations, texts } = data;
  const AT_ONCE = 60;
  const UNIT = 100;
  const FRAME = 14;
  const MARGIN = 52;
  const COLUMNS = "123456789abcdefghijklmnopqrstuvw";

  const $ = (id) => document.getElementById(id);
  const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
  const s = (name, attributes = {}, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }
  const put = (template, values) => template.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

  // The list

  let shown = AT_ONCE;
  let current = null;

  const results = [texts.first_won, texts.second_won, texts.drawn];

  function fits(game) {
    const player = $("player").value;
    const opponent = $("opponent").value;
    const result = $("result").value;
    const end = $("end").value;
    const seats = [String(game.p[0]), String(game.p[1])];
    if (player !== "" && !seats.includes(player)) return false;
    if (opponent !== "" && !seats.includes(opponent)) return false;
    if (player !== "" && player === opponent) return false;
    if (end !== "" && String(game.t) !== end) return false;
    if (result === "") return true;
    if (result === "drawn") return game.w === 2;
    if (player === "") return String(game.w) === result;
    // Once a player is chosen, "won" and "lost" are seen from that player's side.
    return game.w !== 2 && (seats[game.w] === player) === (result === "0");
  }

  function list() {
    const found = games.filter(fits);
    const rows = found.slice(0, shown).map((game) => {
      const open = () => choose(game, true);
      return h(
        "tr", { "aria-current": String(game === current), onclick: open },
        h("td", { class: "left" }, h("button", { type: "button", title: game.id }, String(games.indexOf(game) + 1))),
        h("td", { class: "left" }, game.w === 2 ? "½–½" : game.w === 0 ? "1–0" : "0–1"),
        h("td", { class: `name ${game.w === 0 ? "winner" : ""}`, title: players[game.p[0]] }, players[game.p[0]]),
        h("td", { class: `name ${game.w === 1 ? "winner" : ""}`, title: players[game.p[1]] }, players[game.p[1]]),
        h("td", { class: "left rare" }, terminations[game.t]),
        h("td", { class: "rare" }, String(game.m.length)),
        h("td", { class: "left rare" }, boards[game.b].text),
      );
    });
    $("rows").replaceChildren(...rows);
    $("found").textContent = put(texts.found, { found: found.length, all: games.length });
    $("more").hidden = found.length <= shown;
    $("result").options[1].textContent = $("player").value === "" ? results[0] : texts.won;
    $("result").options[2].textContent = $("player").value === "" ? results[1] : texts.lost;
  }

  // The board

  const geometry = (board) => ({
    left: FRAME + (board.g ? 0 : MARGIN),
    width: FRAME * 2 + (board.g ? 0 : MARGIN) + board.c * UNIT,
    height: FRAME * 2 + board.r * UNIT + MARGIN,
  });
  const cellOf = (board, number) => [number % board.c, Math.floor(number / board.c)];
  const letters = (column) => (column < 26 ? "" : "a") + String.fromCharCode(97 + (column % 26));
  function nameOf(board, number) {
    const [column, row] = cellOf(board, number);
    return board.g ? COLUMNS[column] : letters(column) + (row + 1);
  }

  function stone(side, letters) {
    if (letters) {
      return s(
        "g", { class: side === 0 ? "first letter" : "second letter" },
        side === 0 ? s("path", { class: "sign", d: "M-24 -24L24 24M-24 24L24 -24" }) : s("circle", { class: "sign", r: 27 }),
      );
    }
    return s(
      "g", { class: side === 0 ? "first" : "second" },
      s("circle", { class: "body", r: 38 }),
      s("circle", { class: "sign", r: side === 0 ? 20 : 11 }),
    );
  }

  function draw(game, ply) {
    const board = boards[game.b];
    const { left, width, height } = geometry(board);
    const centre = (number) => {
      const [column, row] = cellOf(board, number);
      return [left + (column + 0.5) * UNIT, FRAME + (board.r - row - 0.5) * UNIT];
    };
    const at = (number, ...parts) => s("g", { transform: `translate(${centre(number).join(" ")})` }, ...parts);
    const placed = (number, side) => at(number, s("g", { transform: board.g ? "" : "scale(0.86)" }, stone(side, board.l)));
    const parts = [
      s("rect", {
        class: "face", x: left - FRAME, y: 0, rx: 24, width: board.c * UNIT + 2 * FRAME, height: board.r * UNIT + 2 * FRAME,
      }),
    ];
    for (let number = 0; number < board.c * board.r; number += 1) {
      if (board.x.includes(number)) {
        parts.push(at(number,
          s("circle", { class: "plug", r: 41 }),
          s("path", { class: "hatching", d: "M-30 14L14 -30M-24 30L30 -24M-36 -6L-6 -36M6 36L36 6" })));
      } else {
        parts.push(at(number, board.g
          ? s("circle", { class: "hole", r: 41 })
          : s("rect", { class: "hole", x: -45, y: -45, width: 90, height: 90, rx: 9 })));
      }
    }
    game.s.forEach((cells, side) => cells.forEach((number) => parts.push(placed(number, side))));
    game.m.slice(0, ply).forEach((number, index) => parts.push(placed(number, (game.f + index) % 2)));
    if (ply > 0) {
      parts.push(at(game.m[ply - 1], board.g
        ? s("circle", { class: "last", r: 46 })
        : s("rect", { class: "last", x: -45, y: -45, width: 90, height: 90, rx: 9 })));
    }
    if (ply === game.m.length) {
      for (const [from, to] of game.l) {
        const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
        for (const kind of ["run under", "run"]) parts.push(s("line", { class: kind, x1, y1, x2, y2 }));
      }
    }
    for (let column = 0; column < board.c; column += 1) {
      parts.push(s("text", { class: "label", x: left + (column + 0.5) * UNIT, y: height - 12 },
        board.g ? COLUMNS[column] : letters(column)));
    }
    for (let row = 0; !board.g && row < board.r; row += 1) {
      parts.push(s("text", { class: "label", x: MARGIN / 2, y: centre(row * board.c)[1] + 12 }, String(row + 1)));
    }
    return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describe(game, ply) }, ...parts);
  }

  // One game

  let ply = 0;
  let timer = 0;

  function describe(game, at) {
    if (at === 0) return texts.start;
    const side = (game.f + at - 1) % 2;
    const parts = [put(texts.move, {
      ply: at, player: players[game.p[side]], move: nameOf(boards[game.b], game.m[at - 1]),
    })];
    if (at <= game.o) parts.push(texts.opening);
    else {
      if (game.ms) parts.push(game.ms[at - 1] < 1000 ? `${game.ms[at - 1]} ms` : `${game.ms[at - 1] / 1000} s`);
      if (game.v && game.v[at - 1] !== null) parts.push(put(texts.value, { value: game.v[at - 1] }));
    }
    return parts.join(" · ");
  }

  function show(next) {
    ply = Math.max(0, Math.min(current.m.length, next));
    $("board").replaceChildren(draw(current, ply));
    $("now").textContent = describe(current, ply);
    $("place").value = ply;
    $("to-start").disabled = $("back").disabled = ply === 0;
    $("to-end").disabled = $("forward").disabled = ply === current.m.length;
    if (ply === current.m.length) stop();
    for (const button of $("moves").querySelectorAll("button")) {
      const here = Number(button.dataset.ply) === ply;
      button.setAttribute("aria-current", String(here));
      if (here) {
        const outer = $("moves").getBoundingClientRect();
        const inner = button.getBoundingClientRect();
        if (inner.top < outer.top || inner.bottom > outer.bottom) $("moves").scrollTop += inner.top - outer.top;
      }
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("run").setAttribute("aria-pressed", "false");
    $("run").title = $("run").ariaLabel = texts.play;
    $("run").firstElementChild.firstElementChild.setAttribute("d", "M5 3l14 9L5 21z");
  }

  function play() {
    if (timer) {
      stop();
      return;
    }
    if (ply === current.m.length) show(0);
    $("run").setAttribute("aria-pressed", "true");
    $("run").title = $("run").ariaLabel = texts.pause;
    $("run").firstElementChild.firstElementChild.setAttribute("d", "M5 3h5v18H5zM14 3h5v18h-5z");
    timer = setInterval(() => show(ply + 1), 600);
  }

  function choose(game, move) {
    stop();
    current = game;
    const board = boards[game.b];
    const seat = (side) => h(
      "div", { class: `seat ${game.w === side ? "winner" : ""}` },
      s("svg", { viewBox: "-46 -46 92 92", "aria-hidden": "true" }, stone(side, board.l)), players[game.p[side]],
    );
    $("seats").replaceChildren(seat(0), seat(1));
    // Terminations 0 and 1 are a run and a full board, which need no words beside the result.
    $("result-text").textContent = [results[game.w], game.t > 1 ? terminations[game.t] : "", game.r]
      .filter((part) => part).join(" · ");
    $("about").textContent = [game.id, board.text, game.n === null ? "" : put(texts.round, { round: game.n })]
      .filter((part) => part).join(" · ");
    $("place").max = game.m.length;
    $("moves").replaceChildren(...game.m.map((number, index) => h(
      "li", {}, h("button", {
        type: "button", "data-ply": index + 1, class: index < game.o ? "given" : null, onclick: () => show(index + 1),
      }, nameOf(board, number)),
    )));
    $("replay").hidden = false;
    show(game.m.length);
    list();
    if (move) {
      history.replaceState(null, "", `#${encodeURIComponent(game.id)}`);
      $("replay").scrollIntoView({ block: "nearest" });
    }
  }

  function fromAddress() {
    const id = decodeURIComponent(location.hash.slice(1));
    return games.find((game) => game.id === id);
  }

  for (const id of ["player", "opponent", "result", "end"]) {
    $(id).addEventListener("change", () => {
      shown = AT_ONCE;
      list();
    });
  }
  $("more").addEventListener("click", () => {
    shown += 5 * AT_ONCE;
    list();
  });
  $("to-start").addEventListener("click", () => show(0));
  $("back").addEventListener("click", () => show(ply - 1));
  $("forward").addEventListener("click", () => show(ply + 1));
  $("to-end").addEventListener("click", () => show(current.m.length));
  $("run").addEventListener("click", play);
  $("place").addEventListener("input", () => show(Number($("place").value)));
  $("replay").addEventListener("keydown", (event) => {
    if (event.target === $("place") || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: current.m.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      show(to);
    }
  });
  addEventListener("hashchange", () => {
    const game = fromAddress();
    if (game && game !== current) choose(game, false);
  });
  $("games").hidden = false;
  choose(fromAddress() ?? games[0], false);
})();

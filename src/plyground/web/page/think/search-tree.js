// The tree of a search at one step, rebuilt from its events: the twin of the library's `plyground.learn.Tree`.
//
// A node is its number, and what is known of it stands in arrays by that number, so that a tree of 100,000 nodes
// stays small. `apply` takes in an event and notes what it overwrites; `takeBack` undoes the newest event from that.

/** @type {readonly number[]} */
const NONE = Object.freeze([]);

export class SearchTree {
  /** How many nodes exist at this step; their numbers are below it. */
  size = 0;
  /** @type {number[]} one; iterative deepening plants a tree for each depth */
  roots = [];
  /** How often iterative deepening has begun a search. */
  iterations = 0;
  /** @type {number | null} the node that the newest event is about */
  current = null;
  counts = { entered: 0, evaluated: 0, cuts: 0, skipped: 0, lookups: 0, expanded: 0, playouts: 0 };

  /** @type {(number | null)[]} */ parent = [];
  /** @type {(string | null)[]} the name of the move that led to the node */ move = [];
  /** @type {(readonly number[])[]} */ children = [];
  /** @type {number[]} plies still to search below it; how deep it lies in a Monte Carlo tree is `pathOf` */ depth = [];
  /** @type {boolean[]} */ maximizing = [];
  /** @type {OutcomeNumber[]} */ outcome = [];
  /** @type {boolean[]} */ isLeaf = [];
  /** @type {number[]} the step, from 1, that made the node */ madeAt = [];
  /** @type {(number | null)[]} */ enteredAlpha = [];
  /** @type {(number | null)[]} */ enteredBeta = [];
  /** @type {(number | null)[]} narrowed since it was entered */ alpha = [];
  /** @type {(number | null)[]} */ beta = [];
  /** @type {(number | null)[]} the best value so far */ best = [];
  /** @type {(string | null)[]} */ bestMove = [];
  /** @type {(number | null)[]} the value that went up; null while the node is open */ value = [];
  /** @type {(EventOf<"cut"> | null)[]} */ cut = [];
  /** @type {(EventOf<"lookup"> | null)[]} */ lookup = [];
  /** @type {number[]} */ visits = [];
  /** @type {number[]} */ total = [];
  /** @type {(number | null)[]} the bound that it was chosen by last */ score = [];
  /** @type {(EventOf<"playout"> | null)[]} the last one from here */ playout = [];

  /** @type {ThinkEvent[]} all events; shared with the steps */
  #events;
  /** What the events have overwritten, the newest last. @type {any[]} */
  #log = [];

  /** @param {ThinkEvent[]} events */
  constructor(events) {
    this.#events = events;
  }

  /** The root of the current iteration. */
  get root() {
    return this.roots.at(-1) ?? null;
  }

  get isMonteCarlo() {
    return this.counts.expanded > 0;
  }

  /** From the root to this node. @param {number | null} node */
  pathOf(node) {
    /** @type {number[]} */
    const path = [];
    for (let each = node; each !== null; each = this.parent[each]) path.push(each);
    return path.reverse();
  }

  /** The names of the moves that lead from the root to this node. @param {number | null} node */
  movesTo(node) {
    return this.pathOf(node).slice(1).map((each) => this.move[each] ?? "");
  }

  /** The child that the best move leads to. @param {number} node */
  bestChild(node) {
    const best = this.bestMove[node];
    return best === null ? null : this.children[node].find((child) => this.move[child] === best) ?? null;
  }

  /** @param {number} node */
  mean(node) {
    return this.visits[node] ? this.total[node] / this.visits[node] : null;
  }

  /**
   * The mean to show: for the side whose move led to the node; at the root for the side to move, so that it agrees with
   * the means of its moves.
   * @param {number} node
   */
  meanFor(node) {
    const mean = this.mean(node);
    return mean === null || this.parent[node] !== null ? mean : 0 - mean;
  }

  /** The moves of a node that is no leaf, as far as its event names them. @param {number} node */
  legalMoves(node) {
    const event = this.#events[this.madeAt[node] - 1];
    return (event[0] === "enter" && event[9]) || [];
  }

  /** A picture in words, for games without a grid. @param {number} node */
  text(node) {
    const event = this.#events[this.madeAt[node] - 1];
    return (event[0] === "enter" ? event[10] : event[0] === "expand" ? event[7] : null) ?? null;
  }

  /** Moves that were neither tried nor skipped yet; none in a leaf and after leaving. @param {number} node */
  toCome(node) {
    if (this.value[node] !== null || this.isLeaf[node] || this.lookup[node]) return [];
    const done = new Set(this.cut[node]?.[4]);
    for (const child of this.children[node]) done.add(this.move[child] ?? "");
    return this.legalMoves(node).filter((move) => !done.has(move));
  }

  /**
   * How the value that went up compares to the true one. Outside the window that a node was entered with, alpha-beta
   * knows only a bound.
   * @param {number} node
   * @returns {"=" | "<=" | ">="}
   */
  relation(node) {
    const value = this.value[node];
    if (value === null || this.isLeaf[node]) return "=";
    const found = this.lookup[node];
    if (found) return /** @type {const} */ ({ exact: "=", upper: "<=", lower: ">=" })[found[3]];
    const [alpha, beta] = [this.enteredAlpha[node], this.enteredBeta[node]];
    if (alpha !== null && alpha > -Infinity && value <= alpha) return "<=";
    if (beta !== null && beta < Infinity && value >= beta) return ">=";
    return "=";
  }

  /**
   * The upper confidence bound of every child, as UCT compares them: mean + c √(2 ln N / n).
   * @param {number} node
   * @param {number} c
   * @returns {{child: number, mean: number, bonus: number, bound: number}[]} of the children that have visits
   */
  bounds(node, c) {
    const all = Math.log(this.visits[node]);
    return this.children[node].filter((child) => this.visits[child]).map((child) => {
      const mean = this.total[child] / this.visits[child];
      const bonus = c * Math.sqrt((2 * all) / this.visits[child]);
      return { child, mean, bonus, bound: mean + bonus };
    });
  }

  /**
   * @param {ThinkEvent} event
   * @param {number} step its number, from 1
   */
  apply(event, step) {
    const node = event[1];
    const log = this.#log;
    log.push(this.current);
    switch (event[0]) {
      case "enter": {
        const [, , parent, move, depth, maximizing, alpha, beta, outcome] = event;
        this.#add(node, parent, move, outcome, step);
        this.depth[node] = depth;
        this.maximizing[node] = maximizing === 1;
        this.enteredAlpha[node] = this.alpha[node] = alpha;
        this.enteredBeta[node] = this.beta[node] = beta;
        this.isLeaf[node] = depth === 0 || outcome !== 0;
        this.counts.entered += 1;
        break;
      }
      case "expand": {
        const [, , parent, move, visits, total, outcome] = event;
        this.#add(node, parent, move, outcome, step);
        this.visits[node] = visits;
        this.total[node] = total;
        this.isLeaf[node] = outcome !== 0;
        this.counts.expanded += 1;
        break;
      }
      case "evaluate":
        log.push(this.best[node]);
        this.best[node] = event[2];
        this.counts.evaluated += 1;
        break;
      case "cut":
        this.cut[node] = event;
        this.counts.cuts += 1;
        this.counts.skipped += event[4].length;
        break;
      case "lookup":
        log.push(this.best[node]);
        this.lookup[node] = event;
        this.best[node] = event[2];
        this.counts.lookups += 1;
        break;
      case "leave":
        this.value[node] = event[2];
        this.#takeUp(node, event[2]);
        break;
      case "select":
        log.push(this.score[node]);
        this.score[node] = event[4];
        break;
      case "playout":
        log.push(this.playout[node]);
        this.playout[node] = event;
        this.counts.playouts += 1;
        break;
      case "backup":
        log.push(this.visits[node], this.total[node]);
        this.visits[node] = event[3];
        this.total[node] = event[4];
        break;
      case "deepen":
        this.iterations += 1;
        return; // its node comes with the next event
    }
    this.current = node;
  }

  /** @param {ThinkEvent} event the newest that was applied */
  takeBack(event) {
    const node = event[1];
    const log = this.#log;
    switch (event[0]) {
      case "enter":
        this.#remove(node);
        this.counts.entered -= 1;
        break;
      case "expand":
        this.#remove(node);
        this.counts.expanded -= 1;
        break;
      case "evaluate":
        this.best[node] = log.pop();
        this.counts.evaluated -= 1;
        break;
      case "cut":
        this.cut[node] = null;
        this.counts.cuts -= 1;
        this.counts.skipped -= event[4].length;
        break;
      case "lookup":
        this.lookup[node] = null;
        this.best[node] = log.pop();
        this.counts.lookups -= 1;
        break;
      case "leave":
        this.value[node] = null;
        this.#giveBack(node);
        break;
      case "select":
        this.score[node] = log.pop();
        break;
      case "playout":
        this.playout[node] = log.pop();
        this.counts.playouts -= 1;
        break;
      case "backup":
        this.total[node] = log.pop();
        this.visits[node] = log.pop();
        break;
      case "deepen":
        this.iterations -= 1;
        break;
    }
    this.current = log.pop();
  }

  /**
   * What a parent does with the value of a child: keep the first of the best, narrow the window.
   * @param {number} child
   * @param {number} value
   */
  #takeUp(child, value) {
    const parent = this.parent[child];
    if (parent === null) return;
    const { best, alpha, beta } = this;
    this.#log.push(best[parent], this.bestMove[parent], alpha[parent], beta[parent]);
    const before = best[parent];
    const maximizing = this.maximizing[parent];
    if (before === null || (maximizing ? value > before : value < before)) {
      best[parent] = value;
      this.bestMove[parent] = this.move[child];
    }
    const [low, high] = [alpha[parent], beta[parent]];
    if (maximizing && low !== null) alpha[parent] = Math.max(low, value);
    if (!maximizing && high !== null) beta[parent] = Math.min(high, value);
  }

  /** @param {number} child */
  #giveBack(child) {
    const parent = this.parent[child];
    if (parent === null) return;
    this.beta[parent] = this.#log.pop();
    this.alpha[parent] = this.#log.pop();
    this.bestMove[parent] = this.#log.pop();
    this.best[parent] = this.#log.pop();
  }

  /**
   * @param {number} node
   * @param {number | null} parent
   * @param {string | null} move
   * @param {OutcomeNumber} outcome
   * @param {number} step
   */
  #add(node, parent, move, outcome, step) {
    this.parent[node] = parent;
    this.move[node] = move;
    this.children[node] = NONE;
    this.outcome[node] = outcome;
    this.madeAt[node] = step;
    this.depth[node] = this.visits[node] = this.total[node] = 0;
    this.maximizing[node] = true;
    this.isLeaf[node] = false;
    this.enteredAlpha[node] = this.enteredBeta[node] = this.alpha[node] = this.beta[node] = null;
    this.best[node] = this.value[node] = this.score[node] = null;
    this.bestMove[node] = this.cut[node] = this.lookup[node] = this.playout[node] = null;
    this.size = node + 1;
    if (parent === null) this.roots.push(node);
    else if (this.children[parent] === NONE) this.children[parent] = [node];
    else /** @type {number[]} */ (this.children[parent]).push(node);
  }

  /** @param {number} node the newest */
  #remove(node) {
    const parent = this.parent[node];
    this.size = node;
    if (parent === null) this.roots.pop();
    else if (this.children[parent].length === 1) this.children[parent] = NONE;
    else /** @type {number[]} */ (this.children[parent]).pop();
  }
}

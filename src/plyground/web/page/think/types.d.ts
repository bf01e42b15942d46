// The messages of /ws/think, as the server's models define them, and the steps of a search.

type OutcomeNumber = 0 | 1 | 2 | 3; // open, the first has won, the second has won, a draw

/** A number, or an infinity, which JSON cannot write. */
type WireNumber = number | "inf" | "-inf";

type ThinkEvent =
  | [kind: "enter", node: number, parent: number | null, move: string | null, depth: number, maximizing: 0 | 1,
     alpha: number | null, beta: number | null, outcome: OutcomeNumber, legal?: string[] | null, text?: string]
  | [kind: "evaluate", node: number, value: number]
  | [kind: "cut", node: number, alpha: number, beta: number, skipped: string[]]
  | [kind: "leave", node: number, value: number]
  | [kind: "deepen", node: number, depth: number]
  | [kind: "lookup", node: number, value: number, bound: "exact" | "lower" | "upper"]
  | [kind: "expand", node: number, parent: number | null, move: string | null, visits: number, total: number,
     outcome: OutcomeNumber, text?: string]
  | [kind: "select", node: number, parent: number, move: string, score: number]
  | [kind: "playout", node: number, moves: string[], value: number]
  | [kind: "backup", node: number, value: number, visits: number, total: number];

type EventKind = ThinkEvent[0];
type EventOf<K extends EventKind> = Extract<ThinkEvent, [K, ...unknown[]]>;

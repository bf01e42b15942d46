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

type SearchName = string;

/** What is asked for: a search, its options, and a position. Null stands for the usual. */
interface ThinkChoices {
  search: SearchName;
  depth: number | null;
  evaluator: string | null;
  order: string | null;
  table: boolean;
  playouts: number | null;
  seed: number;
  c: number | null;
  rules: string | null;
  position: string;
  /** A game of the server's owner. */
  game: string | null;
}

/** A position of a game that is not played on a grid. */
interface TextPosition {
  text: string;
  turn: Side;
}

interface ThinkGame {
  kind: "grid" | "nim" | "tree" | "own";
  name: string;
}

interface ThinkStart {
  type: "thinking";
  request: number;
  title: string;
  search: SearchName;
  /** All that the search takes, with its defaults. */
  options: Record<string, any>;
  game: ThinkGame;
  position: PositionState | TextPosition;
  most: number;
}

interface ThinkSteps {
  type: "steps";
  request: number;
  from: number;
  events: any[][];
}

interface ThinkDecision {
  move: string;
  value: WireNumber | null;
  values: Record<string, WireNumber | null>;
  visits: Record<string, number>;
  line: string[];
  nodes: number;
  playouts: number;
  depth: number | null;
  /** At work, without the time in which the search waited for its reader. */
  seconds: number;
  complete: boolean;
}

interface ThinkEnd {
  type: "thought";
  request: number;
  steps: number;
  /** False if the tree was too large to keep: the steps are its beginning. */
  kept: boolean;
  text: string;
  decision: ThinkDecision;
}

interface EvaluationPart {
  cells: string[];
  side: Side;
  value: WireNumber;
}

interface EvaluationParts {
  type: "parts";
  request: number;
  path: string[];
  value: WireNumber | null;
  parts: EvaluationPart[];
}

interface ThinkRefused {
  type: "refused";
  request: number | null;
  code: string;
  text: string;
  field: string | null;
  place: number | null;
}

/** What a search chooses at one depth. */
interface ThinkDepth {
  depth: number;
  move: string;
  value: WireNumber | null;
  nodes: number;
  cuts: number;
}

interface ThinkDepths {
  type: "depths";
  request: number;
  rows: ThinkDepth[];
  complete: boolean;
  /** Why there are fewer rows than were asked for, if there are. */
  text: string;
}

// The shapes that the server's messages have (web/messages.py is the truth), and those of the board.

type Side = "first" | "second";
type Cell = [column: number, row: number];

interface LegalMove {
  move: string;
  cell: Cell;
}

interface Stone {
  cell: Cell;
  side: Side;
  ply?: number | null;
}

/** What <ply-board> draws; a game's state message has all of it. */
interface BoardState {
  columns: number;
  rows: number;
  connect: number;
  gravity: boolean;
  blocked: Cell[];
  stones: Stone[];
  turn: Side;
  legal: LegalMove[];
  winning?: Cell[];
  /** The stone that is marked; without it the one with the highest ply. */
  last?: Cell | null;
  /** Shown before the server has said so; nobody is told of it yet. */
  unconfirmed?: boolean;
}

/** The value of a move, shown over its column or in its cell. */
interface MoveValue {
  cell: Cell;
  words: string;
  score?: string;
  outcome?: "win" | "draw" | "loss" | null;
  exact?: boolean;
  best?: boolean;
}

type Outcome = "open" | "first wins" | "second wins" | "draw";
type Termination = "win" | "draw" | "resignation" | "timeout" | "illegal move" | "crash" | "adjudication";

interface PositionState extends BoardState {
  rules: string;
  position: string;
  outcome: Outcome;
  winning: Cell[];
}

interface SeatState {
  kind: "human" | "link" | "computer";
  name: string;
  player: string | null;
  taken: boolean;
  connected: boolean;
}

interface Clocks {
  first: number;
  second: number;
  increment: number;
  running: Side | null;
}

interface PlayedMove {
  ply: number;
  move: string;
  cell: Cell;
  side: Side;
  seconds: number;
  value: number | null;
  nodes: number | null;
}

interface GameState extends PositionState {
  type: "state";
  seq: number;
  id: string;
  start: string;
  ply: number;
  moves: PlayedMove[];
  termination: Termination | null;
  reason: string;
  players: Record<Side, SeatState>;
  you: Side[];
  clocks: Clocks | null;
  undo_offer: Side | null;
  rematch_offer: Side | null;
  rematch: string | null;
}

interface Thinking {
  type: "thinking";
  ply: number;
  side: Side;
  player: string;
  waiting: boolean;
  done: boolean;
  seconds: number;
  nodes: number;
  playouts: number;
  depth: number | null;
  value: number | null;
  exact: boolean;
  considered: { move: string; cell: Cell; value: number | null; visits: number | null }[];
  line: LegalMove[];
  text: string;
}

interface Hinted {
  type: "hint";
  ply: number;
  move: string;
  cell: Cell;
  words: string;
  exact: boolean;
  score: number | null;
  line: LegalMove[];
}

interface ErrorMessage {
  type: "error";
  code: string;
  text: string;
  ply: number | null;
}

type GameMessage = GameState | Thinking | Hinted | ErrorMessage | { type: "pong" };

interface Problem {
  code: string;
  text: string;
  field: string | null;
  place: number | null;
}

interface Seat {
  kind: "human" | "link" | "computer";
  name?: string;
  player?: string;
}

interface NewGame {
  rules: string;
  position?: string;
  first: Seat;
  second: Seat;
  lot?: boolean;
  clock?: { seconds: number; increment: number } | null;
}

interface Created {
  id: string;
  you: Side[];
  links: { watch: string; first: string | null; second: string | null };
}

interface LevelInfo {
  number: number;
  name: string;
  label: string;
  player: string;
  elo: Record<string, number>;
  error: Record<string, number>;
}

interface OptionInfo {
  name: string;
  kind: "whole" | "number" | "choice" | "flag" | "span" | "words";
  description: string;
  allowed: string;
  default: string | null;
  choices: string[];
  least: number | null;
  most: number | null;
}

interface PlayerInfo {
  name: string;
  description: string;
  options: OptionInfo[];
}

interface Meta {
  version: string;
  language: string;
  languages: Record<string, string>;
  presets: { name: string; label: string; rules: string }[];
  levels: LevelInfo[];
  players: PlayerInfo[];
  limits: { columns: number; rows: number; seconds: number };
  kernels: "compiling" | "ready" | "failed";
}

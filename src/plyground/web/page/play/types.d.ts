// The messages of /ws/games and the bodies of /api/games, as the server's models define them.

type Termination = "win" | "draw" | "resignation" | "timeout" | "illegal move" | "crash" | "adjudication"
  | "abandonment";

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

/** How a game between computers goes on: it is paused if it has `until` moves or more. */
interface Pace {
  until: number | null;
  delay: number | null;
  /** Whether this page may change it. */
  yours: boolean;
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
  pace: Pace | null;
  undo_offer: Side | null;
  rematch_offer: Side | null;
  claim_in: number | null;
  rematch: string | null;
}

interface PresenceState {
  type: "presence";
  seq: number;
  connected: Side[];
  claim_in: number | null;
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
  words: string;
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
  text: string;
  source: "book" | "solver" | "champion";
  exact: boolean;
  outcome: "win" | "draw" | "loss" | null;
  score: number | null;
  line: LegalMove[];
}

interface ErrorMessage {
  type: "error";
  code: string;
  text: string;
  ply: number | null;
}

type GameMessage = GameState | PresenceState | Thinking | Hinted | ErrorMessage | { type: "pong" };

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

interface OwnGame {
  id: string;
  title: string;
  connect: number;
  gravity: boolean;
  names: [string, string];
  you: Side[];
  turn: Side;
  plies: number;
  outcome: Outcome;
  changed: string;
}

interface Created {
  id: string;
  you: Side[];
  links: { watch: string; first: string | null; second: string | null };
}

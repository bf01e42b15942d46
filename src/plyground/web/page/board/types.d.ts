// What <ply-board> shows. A position or a game that the server sends has all of it.

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
  /** The stone to mark as the last one; by default the one with the highest ply. */
  last?: Cell | null;
  /** Whether its last stone awaits the server's answer; such a stone is not announced. */
  unconfirmed?: boolean;
}

/** The value of a move, shown above its column or in its cell. */
interface MoveValue {
  cell: Cell;
  words: string;
  score?: string;
  outcome?: "win" | "draw" | "loss" | null;
  exact?: boolean;
  best?: boolean;
}

type Outcome = "open" | "first wins" | "second wins" | "draw";

interface PositionState extends BoardState {
  rules: string;
  position: string;
  outcome: Outcome;
  winning: Cell[];
  /** False if no run fits on the board, so that every game is a draw. */
  winnable: boolean;
}

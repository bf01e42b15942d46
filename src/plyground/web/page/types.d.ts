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

// The atlas, as the server's models define it.

interface AtlasSize {
  size: string;
  columns: number;
  rows: number;
  blocked: number;
  boards: number;
  won: number;
  drawn: number;
  lost: number;
  proved: number;
}

interface AtlasValue {
  words: string;
  outcome: "win" | "draw" | "loss";
  score: number;
  moves: number | null;
  plies: number;
}

interface AtlasCell extends AtlasValue {
  cell: Cell;
}

interface AtlasMove extends AtlasValue {
  move: string;
  cell: Cell;
  best: boolean;
}

interface AtlasBoard extends AtlasValue {
  position: PositionState;
  first_moves: AtlasMove[];
  nodes: number;
  proved: boolean;
}

interface AtlasMap {
  size: string;
  blocked: Cell[];
  board: AtlasBoard;
  cells: AtlasCell[];
}

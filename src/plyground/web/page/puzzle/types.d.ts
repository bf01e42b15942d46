// Puzzles, as the server's models define them.

type PuzzleKind = "win" | "win-in" | "draw" | "poison" | "who" | "fours";

interface PuzzleState {
  /** Empty for a puzzle from a game. */
  id: string;
  kind: PuzzleKind;
  title: string;
  question: string;
  board: "cfour" | "random" | "gomoku";
  /** 0 without one. */
  rating: number;
  state: PositionState;
}

interface PuzzleMarking {
  is_right: boolean;
  /** The right answer in a sentence. */
  text: string;
  /** What is wrong with the answer; null for a right one, and for `who`. */
  refutation: string | null;
  answers: string[];
  /** The right moves. */
  places: LegalMove[];
  rating: number;
  /** The move that the reason speaks of. */
  move: string | null;
}

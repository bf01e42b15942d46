// Reasons over /ws/analysis, as the server's models define them.

type MarkKind = "threat" | "sure" | "line" | "pair" | "squeeze";

interface ReasonMark {
  kind: MarkKind;
  /** The side that the mark serves; of a squeeze, the one that has to play there. */
  side: Side;
  cells: Cell[];
}

interface ShownProof {
  side: Side;
  wins: boolean;
  sentences: string[];
  marks: ReasonMark[];
  line: LinePlace[];
  decisions: number;
  checked: number;
}

interface Reason {
  type: "reason";
  request: number;
  state: PositionState;
  verdict: string;
  sentences: string[];
  proofs: ShownProof[];
  line: LinePlace[];
  answer: LinePlace | null;
  reached: PositionState | null;
  seconds: number;
}

/** What a reason is asked for. */
interface AskedReason {
  question: Question;
  /** The move that it is about; null for the position itself. */
  move: string | null;
  /** The position of the question, before the move. */
  state: BoardState;
  /** The best line as far as the page knows it, to step through where there is no proof. */
  line: LinePlace[];
}

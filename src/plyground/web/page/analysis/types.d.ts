// The messages of /ws/analysis, as the server's models define them.

type OutcomeWord = "win" | "draw" | "loss";

interface Worth {
  words: string;
  low: number;
  high: number;
  score: number | null;
  exact: boolean;
  outcome: OutcomeWord | null;
  plies: number | null;
  estimate: number | null;
}

interface MoveWorth extends Worth {
  move: string;
  cell: Cell;
  /** Without gravity, for a handful of moves: how it may go on after the move. */
  line: LinePlace[];
}

/** Free cells on which a side completes a line ("four"), or gets two cells to win on ("three"). */
interface ThreatMark {
  stage: "four" | "three";
  side: Side;
  cells: Cell[];
}

interface LinePlace extends LegalMove {
  side: Side;
  /** The cells of the run that the move completes; missing until the server has said so. */
  winning?: Cell[];
}

interface Opened {
  type: "position";
  request: number;
  start: PositionState;
  moves: LinePlace[];
  text: string;
  state: PositionState;
}

interface Worths {
  type: "progress" | "analysis";
  request: number;
  exact: boolean;
  value: Worth | null;
  moves: MoveWorth[];
  best: string[];
  line: LinePlace[];
  looking: string | null;
  nodes: number;
  seconds: number;
  note: string;
  threats: ThreatMark[];
}

interface PositionWorth {
  type: "valued";
  request: number;
  ply: number;
  side: Side;
  worth: Worth;
}

interface MoveJudged {
  type: "judged";
  request: number;
  ply: number;
  side: Side;
  move: string;
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "not judged";
  /** The judgement in a sentence, or why there is none. */
  words: string;
  before: Worth | null;
  after: Worth | null;
  better: LinePlace[];
  refutation: LinePlace[];
}

/** A mistake or an inaccuracy. */
interface MarkedMove extends MoveJudged {
  verdict: "mistake" | "inaccuracy";
}

interface SideTally {
  side: Side;
  words: string;
}

interface Reviewed {
  type: "reviewed";
  request: number;
  unknown: number[];
  summary: SideTally[];
  note: string;
}

interface Refused {
  type: "error";
  request: number | null;
  code: string;
  text: string;
  field: string | null;
  place: number | null;
}

type AnalysisMessage = Opened | Worths | PositionWorth | MoveJudged | Reviewed | Refused;

/** The game that a question is about: `moves` are played from `position`. */
interface Question {
  rules: string;
  position: string;
  moves: string;
}

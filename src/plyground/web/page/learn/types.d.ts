// Lessons and exercises, as the server's models define them.

interface LessonSummary {
  id: string;
  number: number;
  title: string;
  minutes: number;
}

/** A node of a small tree. */
interface TreeNode {
  name: string;
  maximizing: boolean | null;
  value?: number | string | null;
  /** Whether an exercise asks for its value. */
  asked?: boolean;
  alpha?: number | string | null;
  beta?: number | string | null;
  position?: string | null;
  path?: string;
  children?: TreeNode[];
}

/** How a node looks after a step. */
interface NodeLook {
  path: string;
  value: string | null;
  alpha: string | null;
  beta: string | null;
  visits: number | null;
  mean: string | null;
  state: "open" | "done" | "cut" | "known";
}

interface WalkStep {
  path: string;
  text: string;
  changes: NodeLook[];
  is_new_tree: boolean;
}

interface TreeFigure {
  title: string;
  root: TreeNode;
  steps: WalkStep[];
  start: number;
  address: string;
}

interface SayStep {
  type: "say";
  text: string;
}

interface BoardStep {
  type: "board";
  text: string;
  position: PositionState;
  marks: Cell[];
}

interface TreeStep {
  type: "tree";
  text: string;
  tree: TreeFigure;
}

interface GuessStep {
  type: "guess";
  text: string;
  choices: string[];
  right: number;
  reply: string;
  figure: BoardStep | TreeStep | null;
}

type ExerciseFigure =
  | { type: "tree"; tree: TreeNode }
  | { type: "board"; rules: string; position: string; marks: { kind: string; side: Side; cells: string[] }[]; state: PositionState }
  | { type: "table"; head: string[]; rows: (string | number)[][] }
  | { type: "code"; lines: string[] }
  | { type: "several"; figures: ExerciseFigure[] };

type AnswerForm =
  | { type: "number"; decimals: number; infinite: boolean }
  | { type: "choice" | "several" | "order"; options: string[] }
  | { type: "move"; moves: string[] };

type Answer = string | string[];

interface ExerciseState {
  kind: string;
  title: string;
  seed: number;
  difficulty: number;
  question: string;
  figure: ExerciseFigure;
  answer: AnswerForm;
  hint: string;
  accepts_several: boolean;
}

interface ExerciseStep {
  type: "exercise";
  exercise: ExerciseState;
}

interface MarkingState {
  is_right: boolean;
  slip: string | null;
  text: string;
  address: string | null;
  solution: number | string | string[];
  reason: string;
}

interface SheetState {
  id: string;
  number: number;
  title: string;
  seed: number;
  difficulty: number | null;
  exercises: { exercise: ExerciseState; solution: number | string | string[]; reason: string }[];
}

type LessonStep = SayStep | BoardStep | TreeStep | GuessStep | ExerciseStep;

interface LessonState {
  id: string;
  number: number;
  title: string;
  minutes: number;
  seed: number;
  difficulty: number | null;
  steps: LessonStep[];
  previous: LessonSummary | null;
  next: LessonSummary | null;
}

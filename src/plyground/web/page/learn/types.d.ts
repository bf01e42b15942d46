// Lessons and exercises, as the server's models define them.

interface LessonSummary {
  id: string;
  number: number;
  title: string;
  minutes: number;
  steps: number;
}

/** A node of a small tree. */
interface TreeNode {
  name: string;
  maximizing: boolean | null;
  value?: number | string | null;
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

type LessonStep = SayStep | BoardStep | TreeStep | GuessStep;

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

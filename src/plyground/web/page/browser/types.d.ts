// Responses of the server that every page uses, as the server's models define them.

interface Problem {
  code: string;
  text: string;
  field: string | null;
  place: number | null;
}

interface LevelInfo {
  number: number;
  name: string;
  title: string;
  label: string;
  player: string;
  elo: Record<string, number>;
  error: Record<string, number>;
  basis: string;
  left_out: string[];
}

interface OptionInfo {
  name: string;
  label: string;
  kind: "whole" | "number" | "choice" | "flag" | "span" | "words";
  description: string;
  allowed: string;
  default: string | null;
  choices: string[];
  choice_labels: string[];
  range: string;
  least: number | null;
  most: number | null;
}

interface PlayerInfo {
  name: string;
  title: string;
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
  games: string[];
  limits: { columns: number; rows: number; seconds: number };
  kernels: "compiling" | "ready" | "failed";
  compiling: string[];
  network: string | null;
  arena: boolean;
}

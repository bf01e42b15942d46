// Tournaments and stored games, as the server's models define them.

interface TournamentSummary {
  name: string;
  state: "new" | "running" | "stopping" | "stopped" | "finished";
  format: string;
  rules: string[];
  titles: string[];
  players: string[];
  names: string[];
  played: number;
  wanted: number;
  began: string;
  changed: string;
  can_stop: boolean;
  can_go_on: boolean;
  idle: number | null;
  problem: string;
}

interface TournamentRecord {
  won: number;
  drawn: number;
  lost: number;
}

interface TournamentStanding {
  name: string;
  label: string;
  player: string;
  elo: number;
  low: number | null;
  high: number | null;
  games: number;
  score: number;
  against: (TournamentRecord | null)[];
}

interface TournamentForfeit {
  player: string;
  label: string;
  termination: string;
  games: number;
  reason: string;
}

interface TournamentState extends TournamentSummary {
  standings: TournamentStanding[];
  forfeits: TournamentForfeit[];
  forfeited: number;
  advantage: number;
  connected: boolean;
  plot: string;
}

interface TournamentGame {
  id: string;
  round: number | null;
  players: [string, string];
  names: [string, string];
  outcome: "open" | "first wins" | "second wins" | "draw";
  termination: string | null;
  plies: number;
  began: string;
}

interface StoredGame {
  id: string;
  rules: string;
  start: string;
  moves: string;
  played: { move: string; seconds: number; value: number | null; nodes: number | null }[];
  /** After the last move; every stone has the ply that put it there. */
  board: PositionState;
  opening: number;
  players: [string, string];
  names: [string, string];
  address: string | null;
  outcome: "open" | "first wins" | "second wins" | "draw";
  termination: string | null;
  reason: string;
  event: string | null;
  round: number | null;
  began: string;
}

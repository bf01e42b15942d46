// Requests to the server. A refusal is an error with the server's sentence, and the field that it is about.

import { _, language } from "../text/translation.js";

export class Refused extends Error {
  /**
   * @param {number} status 0 where nothing answered
   * @param {Partial<Problem>} problem
   */
  constructor(status, problem) {
    super(problem.text || _("The server gave no answer that this page understands."));
    this.status = status;
    this.code = problem.code ?? "";
    this.field = problem.field ?? null;
    this.place = problem.place ?? null;
  }
}

/**
 * GET without a body, POST with one.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  /** @type {RequestInit} */
  const how = { signal };
  if (body !== undefined) {
    how.method = "POST";
    how.headers = { "content-type": "application/json" };
    how.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, how);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(0, { code: "offline", text: _("The server does not answer. Is it still running?") });
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, said);
  return said;
}

/** @type {Map<string, Meta>} by language, because its labels are texts */
const known = new Map();

/**
 * What the server offers: presets, levels, players, limits.
 * @param {boolean} [anew] ask again, for what changes: whether the kernels are ready
 * @returns {Promise<Meta>}
 */
export async function meta(anew = false) {
  const found = known.get(language());
  if (found && found.kernels === "ready" && !anew) return found;
  const said = /** @type {Meta} */ (await ask("/api/meta"));
  known.set(language(), said);
  return said;
}

// Requests to the server.

import { _, language } from "../text/translation.js";

/** The server refused a request, or did not answer. It carries the server's message and the field at fault. */
export class RequestError extends Error {
  /**
   * @param {number} status of the response; 0 without one
   * @param {Partial<Problem>} problem
   */
  constructor(status, problem) {
    super(problem.text || _("The server's answer could not be read."));
    this.status = status;
    this.code = problem.code ?? "";
    this.field = problem.field ?? null;
    this.place = problem.place ?? null;
  }
}

/**
 * Send a request, GET without a body and POST with one, and return the JSON of the response.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function fetchJson(path, body, signal) {
  /** @type {RequestInit} */
  const options = { signal };
  if (body !== undefined) {
    options.method = "POST";
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, { code: "offline", text: _("The server is not responding. Is it still running?") });
  }
  if (!response.ok) throw new RequestError(response.status, await response.json().catch(() => ({})));
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(response.status, {});
  }
}

/** @type {Map<string, Meta>} by language, because it contains translated labels */
const cachedMeta = new Map();

/**
 * What the server offers: presets, levels, players, limits.
 * @param {boolean} [again] even if it is cached; whether the kernels are ready may have changed
 * @returns {Promise<Meta>}
 */
export async function fetchMeta(again = false) {
  const cached = cachedMeta.get(language());
  if (cached && cached.kernels === "ready" && !again) return cached;
  const meta = /** @type {Meta} */ (await fetchJson("/api/meta"));
  cachedMeta.set(language(), meta);
  return meta;
}

/**
 * Show what the server offers; again every two seconds as long as it is compiling its searches.
 * @param {Meta} meta as it is known
 * @param {(meta: Meta) => void} show
 * @param {AbortSignal} signal
 */
export async function followMeta(meta, show, signal) {
  show(meta);
  while (meta.kernels === "compiling") {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (!signal.aborted) meta = await fetchMeta(true).catch(() => meta);
    if (signal.aborted) return;
    show(meta);
  }
}

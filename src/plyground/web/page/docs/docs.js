// The documentation of the API, made from the server's OpenAPI document, so it is never out of date.

import { h, put } from "../browser/dom.js";
import { applyTheme } from "../browser/preferences.js";

/** @typedef {Record<string, any>} Part of the OpenAPI document */

const host = /** @type {HTMLElement} */ (document.getElementById("docs"));
applyTheme();

/**
 * A type in words, with links to the named schemas.
 * @param {Part | undefined} schema
 * @returns {(Node | string)[]}
 */
function typeText(schema) {
  if (!schema) return ["anything"];
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return [h("a", { href: `#${name}` }, name)];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((/** @type {Part} */ choice, /** @type {number} */ at) => [at ? " | " : "", ...typeText(choice)]);
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ")];
  if (schema.prefixItems) {
    return ["[", ...schema.prefixItems.flatMap((/** @type {Part} */ item, /** @type {number} */ at) => [at ? ", " : "", ...typeText(item)]), "]"];
  }
  if (schema.type === "array") return ["list of ", ...typeText(schema.items)];
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return ["map to ", ...typeText(schema.additionalProperties)];
  }
  const bounds = [
    ["minLength", "≥ {} letters"], ["maxLength", "≤ {} letters"], ["minimum", "≥ {}"], ["exclusiveMinimum", "> {}"],
    ["maximum", "≤ {}"], ["exclusiveMaximum", "< {}"],
  ].flatMap(([key, words]) => (schema[key] === undefined ? [] : [words.replace("{}", schema[key])]));
  return [(schema.type ?? "anything") + (bounds.length ? ` (${bounds.join(", ")})` : "")];
}

/** @param {string | undefined} text */
function paragraph(text) {
  return text ? h("p", {}, text) : null;
}

/** @param {Part} operation */
function operationParts(operation) {
  /** @param {Part | undefined} part */
  const content = (part) => part?.content?.["application/json"]?.schema;
  const body = content(operation.requestBody);
  const answers = Object.entries(operation.responses);
  return [
    paragraph(operation.description),
    ...(operation.parameters ?? []).map((/** @type {Part} */ parameter) =>
      h("p", {}, h("code", {}, parameter.name), ` in the ${parameter.in}: `, ...typeText(parameter.schema))),
    body && h("p", {}, "Body: ", ...typeText(body)),
    ...answers.filter(([status]) => Number(status) < 400).map(([status, response]) =>
      h("p", {}, h("code", {}, status), " ", ...typeText(content(response)))),
    h("p", { class: "quiet" }, "Refusals: ", answers.flatMap(([status]) => (Number(status) < 400 ? [] : [status])).join(" "),
      ", each a ", ...typeText({ $ref: "Problem" })),
  ];
}

/** @param {string} name @param {Part} schema */
function schemaSection(name, schema) {
  const required = new Set(schema.required ?? []);
  return h("section", { id: name },
    h("h3", {}, name),
    paragraph(schema.description),
    schema.properties
      ? h("ul", {}, ...Object.entries(schema.properties).map(([field, part]) =>
        h("li", {}, h("code", {}, field), required.has(field) ? ": " : "?: ", ...typeText(part),
          part.description ? h("span", { class: "quiet" }, ` · ${part.description}`) : "")))
      : h("p", {}, ...typeText(schema)));
}

/** @param {Part} described */
function show(described) {
  const methods = ["get", "post", "put", "patch", "delete"];
  put(host,
    h("h1", {}, described.info.title, " ", described.info.version),
    paragraph(described.info.summary),
    h("p", {}, h("a", { href: "/" }, "The page"), " · ", h("a", { href: "/api/openapi.json" }, "openapi.json")),
    h("h2", {}, "Requests"));
  for (const [path, operations] of Object.entries(described.paths)) {
    for (const method of methods.filter((name) => name in operations)) {
      put(host, h("section", {}, h("h3", {}, `${method.toUpperCase()} ${path}`), ...operationParts(operations[method])));
    }
  }
  put(host, h("h2", {}, "WebSockets"));
  for (const [path, socket] of Object.entries(described["x-websockets"])) {
    put(host, h("section", {},
      h("h3", {}, path),
      paragraph(socket.description),
      ...Object.entries(socket.query).map(([name, text]) => h("p", {}, h("code", {}, `?${name}=`), ` ${text}`)),
      h("p", {}, "Send: ", ...socket.send.flatMap((/** @type {Part} */ schema) => [...typeText(schema), " "])),
      h("p", {}, "Receive: ", ...socket.receive.flatMap((/** @type {Part} */ schema) => [...typeText(schema), " "]))));
  }
  put(host, h("h2", {}, "Messages"));
  for (const [name, schema] of Object.entries(described.components.schemas).sort(([a], [b]) => a.localeCompare(b))) {
    put(host, schemaSection(name, schema));
  }
}

async function load() {
  const answer = await fetch("/api/openapi.json");
  if (answer.ok) show(await answer.json());
  else put(host, h("p", {}, `openapi.json: ${answer.status}`));
}

void load();

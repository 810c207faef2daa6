// The API from its own OpenAPI description, with a form to try each route; nothing comes from elsewhere.

import { request } from "./api.js";
import { address, h, problem } from "./dom.js";

const routes = document.getElementById("routes");
let described;
try {
  described = await (await request("/openapi.json")).json();
  draw();
} catch (error) {
  routes.append(problem(error));
}
routes.removeAttribute("aria-busy");

function draw() {
  routes.append(h("p", {}, described.info.description),
    h("p", { class: "hint" }, `Version ${described.info.version}; the whole description is at `, h("a", { href: "/openapi.json" }, "/openapi.json"), "."),
    ...Object.entries(described.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, route]) => section(path, method, route))));
}

function section(path, method, route) {
  const id = route.operationId;
  const fields = (route.parameters ?? []).map((parameter) => field(id, parameter));
  const output = h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": `Answer of ${path}`, hidden: true });
  const form = h("form", { class: "search", onsubmit: (event) => { event.preventDefault(); run(path, form, output); } }, fields, h("button", {}, "Try"));
  return h("section", { "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, `${route.summary}: `, h("code", {}, `${method.toUpperCase()} ${path}`)),
    h("p", {}, route.description), form, output,
    h("details", {}, h("summary", {}, "What it answers"), h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": `Shape of ${path}` },
      shape(route.responses["200"].content["application/json"].schema, 0))));
}

function field(id, { name, in: place, required, description, schema }) {
  const bounds = schema.anyOf?.find((each) => each.type !== "null") ?? schema;
  const number = bounds.type === "integer";
  return h("span", { class: "field" }, h("label", { for: `${id}-${name}` }, `${name}${required ? "" : " (optional)"}: ${description ?? ""}`),
    h("input", { id: `${id}-${name}`, name, "data-in": place, required, type: number ? "number" : "text",
      min: bounds.minimum, max: bounds.maximum, maxlength: bounds.maxLength, placeholder: schema.default ?? "" }));
}

async function run(path, form, output) {
  const values = {};
  let target = path;
  for (const input of form.querySelectorAll("input")) {
    if (input.value === "") continue;
    if (input.dataset.in === "path") target = target.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else values[input.name] = input.value;
  }
  output.hidden = false;
  try {
    const answer = await request(target, values);
    output.textContent = `${answer.status} ${address(target, values)}\n\n${JSON.stringify(await answer.json(), null, 2)}`;
  } catch (error) {
    output.replaceChildren(problem(error));
  }
}

// A schema as a sketch of the JSON that it describes.
function shape(schema, depth) {
  if (schema.$ref) return shape(described.components.schemas[schema.$ref.split("/").at(-1)], depth);
  const indent = "  ".repeat(depth);
  if (schema.anyOf) return schema.anyOf.map((each) => shape(each, depth)).join(" | ");
  if (schema.type === "array") return schema.prefixItems ? `[${schema.prefixItems.map((each) => shape(each, depth)).join(", ")}]` : `[${shape(schema.items, depth)}, …]`;
  if (schema.type !== "object") return schema.type ?? "any";
  if (!schema.properties) return "{ name: value, … }";
  const lines = Object.entries(schema.properties).map(([name, each]) =>
    `${indent}  ${name}: ${shape(each, depth + 1)}${each.description ? `   // ${each.description}` : ""}`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

// Asking the server: one envelope for answers, one for errors.

import { currentKey, keyRefused, keyWorked } from "./key.js";

export class Problem extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// Names and values as an address has them; what is empty is left out, a list is repeated.
export function parameters(values) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== "") search.append(name, each);
    }
  }
  return search;
}

// The answer to a request, whatever it is; asks the person for a key where the server wants one.
export async function request(path, values = {}, signal = undefined) {
  const key = currentKey();
  let answer;
  try {
    answer = await fetch(`${path}?${parameters(values)}`, { headers: key ? { Authorization: `Bearer ${key}` } : {}, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("network", "the server does not answer");
  }
  if (answer.status !== 401) {
    keyWorked(key);
    return answer;
  }
  if (!(await keyRefused(key))) throw new Problem("unauthorised", "this server wants an API key");
  return request(path, values, signal);
}

export async function ask(path, values = {}, signal = undefined) {
  const answer = await request(`/api/${path}`, values, signal);
  const content = await answer.json().catch(() => null);
  if (!answer.ok) {
    const error = content?.error ?? { kind: "internal", message: `the server answered ${answer.status}` };
    throw new Problem(error.kind, error.message);
  }
  return { ...content.data, list: Array.isArray(content.data) ? content.data : undefined, meta: content.meta };
}

let information = null;
export function info() {
  information ??= ask("info").catch((error) => {
    information = null;
    throw error;
  });
  return information;
}

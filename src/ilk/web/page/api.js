// Asking the server: one envelope for answers, one for errors.

export class Problem extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

const KEY = "ilk-api-key";

export async function ask(path, parameters = {}, signal = undefined) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== "") search.append(name, each);
    }
  }
  const key = sessionStorage.getItem(KEY);
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  let answer;
  try {
    answer = await fetch(`/api/${path}?${search}`, { headers, signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("network", "the server does not answer");
  }
  const content = await answer.json().catch(() => null);
  if (answer.status === 401) {
    await askForKey();
    return ask(path, parameters, signal);
  }
  if (!answer.ok) {
    const error = content?.error ?? { kind: "internal", message: `the server answered ${answer.status}` };
    throw new Problem(error.kind, error.message);
  }
  return { ...content.data, list: Array.isArray(content.data) ? content.data : undefined, meta: content.meta };
}

let asking = null;
function askForKey() {
  asking ??= new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-labelledby", "key-title");
    dialog.innerHTML =
      '<form method="dialog"><h1 id="key-title">API key</h1><p>The documents of this server are behind a key.</p>' +
      '<p><label for="key">Key</label> <input id="key" type="password" autocomplete="off" required></p>' +
      "<p><button>Open</button></p></form>";
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(KEY, dialog.querySelector("input").value);
      dialog.remove();
      asking = null;
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

let information = null;
export function info() {
  information ??= ask("info").catch((error) => {
    information = null;
    throw error;
  });
  return information;
}

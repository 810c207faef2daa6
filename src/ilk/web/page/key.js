// The key of a server that wants one: asked for in a dialog, kept for the session once it has worked.

const NAME = "ilk-api-key";
const PLAIN = /^[\x20-\x7e]+$/; // a header can hold no other characters

let key = stored();

function stored() {
  const found = sessionStorage.getItem(NAME) ?? "";
  return PLAIN.test(found) ? found : "";
}

export const currentKey = () => key;

export function keyWorked(sent) {
  if (sent) sessionStorage.setItem(NAME, sent);
}

let asking = null;

// The server refused a key, or wanted one. Says whether there is another to try.
export function keyRefused(sent) {
  if (sent !== key) return Promise.resolve(true); // somebody gave another one meanwhile
  sessionStorage.removeItem(NAME);
  asking ??= askForKey(sent ? "That key is wrong." : "").finally(() => { asking = null; });
  return asking;
}

function askForKey(complaint) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "key-title");
  dialog.innerHTML =
    '<form><h1 id="key-title">API key</h1><p>The documents of this server are behind a key.</p>' +
    '<p><label for="key">Key</label> <input id="key" type="password" autocomplete="off" required aria-describedby="key-complaint"></p>' +
    '<p id="key-complaint" class="complaint" role="alert"></p><p><button>Open</button></p></form>';
  const [field, words] = [dialog.querySelector("input"), dialog.querySelector(".complaint")];
  document.body.append(dialog);
  dialog.showModal();
  words.textContent = complaint;
  return new Promise((resolve) => {
    let given = false;
    dialog.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!PLAIN.test(text)) {
        words.textContent = "A key has letters without accents, digits and signs of ASCII; this one has something else.";
        field.select();
        return;
      }
      [key, given] = [text, true];
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
  });
}

// Reads and writes JSON by name, in "localStorage", or in "sessionStorage" for this tab only. If the browser stores
// nothing, as in some embedded pages, or if it has no space, reading returns null. Writing null removes a value.
//
// Learners who use a SCORM package in the same browser have different prefixes (hosts/site/shell.js).

const buildName = (name) => (document.documentElement.dataset.owner ?? "") + name;

export function read(storage, name) {
  try {
    return JSON.parse(globalThis[storage].getItem(buildName(name)));
  } catch {
    return null;
  }
}

export function write(storage, name, value) {
  try {
    if (value === null) globalThis[storage].removeItem(buildName(name));
    else globalThis[storage].setItem(buildName(name), JSON.stringify(value));
  } catch {
    // the browser stores nothing or has no space
  }
}

// What the browser keeps by name, as JSON, in "localStorage" or, of this tab, in "sessionStorage". Where
// nothing is kept, as for a page inside another one, or there is no room, it is as if there were nothing.
// null forgets what was there.
//
// In a SCORM package, several learners may use one browser: each one's names begin differently
// (hosts/site/shell.js).

const nameOf = (name) => (document.documentElement.dataset.owner ?? "") + name;

export function read(storage, name) {
  try {
    return JSON.parse(globalThis[storage].getItem(nameOf(name)));
  } catch {
    return null;
  }
}

export function write(storage, name, value) {
  try {
    if (value === null) globalThis[storage].removeItem(nameOf(name));
    else globalThis[storage].setItem(nameOf(name), JSON.stringify(value));
  } catch {
    // see above
  }
}

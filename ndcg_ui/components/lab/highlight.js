// Colours Python code. The tokens are a list of lines, each a list of [class, text].

import { makeElement } from "../../exhibit/make.js";

const KEYWORDS =
  "False None True and as assert async await break case class continue def del elif else except " +
  "finally for from global if import in is lambda match nonlocal not or pass raise return try " +
  "while with yield";
const BUILTINS =
  "abs all any dict enumerate filter float int isinstance len list map max min print range " +
  "reversed round set sorted str sum tuple type zip";
const buildWordPattern = (words) => `\\b(?:${words.replaceAll(" ", "|")})\\b`;

const TOKEN = new RegExp(
  [
    "(?<comment>#[^\\n]*)",
    "(?<string>[rbfRBF]{0,2}(?:\"\"\"[\\s\\S]*?(?:\"\"\"|$)|'''[\\s\\S]*?(?:'''|$)" +
      "|\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])*'?))",
    "(?<number>\\b\\d[\\d_]*(?:\\.\\d*)?(?:[eE][+-]?\\d+)?)",
    "(?<name>(?<=\\b(?:def|class)[ \\t]+)\\w+)",
    `(?<keyword>${buildWordPattern(KEYWORDS)})`,
    `(?<builtin>(?<!\\.)${buildWordPattern(BUILTINS)}(?=\\s*\\())`,
  ].join("|"),
  "g",
);

// Return a program as a list of lines, each a list of tokens.
export function tokenize(source) {
  const lines = [[]];
  const add = (kind, text) => {
    text.split("\n").forEach((part, place) => {
      if (place) lines.push([]);
      if (part) lines.at(-1).push([kind, part]);
    });
  };
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    add("", source.slice(end, match.index));
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    add(kind, match[0]);
    end = match.index + match[0].length;
  }
  add("", source.slice(end));
  return lines;
}

export const paintTokens = (tokens) =>
  tokens.map(([kind, text]) => (kind ? makeElement("span", { class: `t-${kind}` }, text) : text));

export const makeLine = (tokens) => makeElement("div", { class: "line" }, ...paintTokens(tokens));

// Return a program as a read-only listing.
export function makeListing(source, label) {
  const attributes = { class: "listing", tabindex: "0", role: "group", "aria-label": label };
  return makeElement("pre", attributes, ...tokenize(source.trimEnd()).map(makeLine));
}

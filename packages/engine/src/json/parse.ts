// JSON parsing that reports duplicate members. JSON.parse silently keeps the last of two members with the same
// name, so a file could show a reader one value and have another scored. All external JSON is parsed here.

import { step } from './pointer.ts';

export interface JsonText {
  value: unknown;
  /** Pointers to members that appear more than once in an object, in text order. */
  duplicates: string[];
}

/** Parses JSON text and lists duplicate members. Throws SyntaxError as JSON.parse does. */
export function readJson(text: string): JsonText {
  return { value: JSON.parse(text), duplicates: duplicateMembers(text) };
}

interface Level {
  path: string;
  /** Names seen in this object; null inside an array. */
  names: Set<string> | null;
  /** Path of the member or element being read. */
  child: string;
  nextElement: number;
}

/** Scans text that JSON.parse has accepted, so only strings, brackets and commas need to be recognised. */
function duplicateMembers(text: string): string[] {
  const duplicates: string[] = [];
  const levels: Level[] = [];
  let top: Level | undefined;
  let expectsName = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22 /* " */:
        {
          const end = endOfString(text, at);
          if (expectsName && top?.names) {
            const name: string = JSON.parse(text.slice(at, end));
            top.child = top.path + step(name);
            if (top.names.has(name)) duplicates.push(top.child);
            top.names.add(name);
            expectsName = false;
          }
          at = end - 1;
          break;
        }
      case 0x7b /* { */:
        top = { path: top?.child ?? '', names: new Set(), child: '', nextElement: 0 };
        levels.push(top);
        expectsName = true;
        break;
      case 0x5b /* [ */:
        {
          const path: string = top?.child ?? '';
          top = { path, names: null, child: `${path}/0`, nextElement: 1 };
          levels.push(top);
          break;
        }
      case 0x7d /* } */:
      case 0x5d /* ] */:
        levels.pop();
        top = levels.at(-1);
        expectsName = false;
        break;
      case 0x2c /* , */:
        if (top?.names) expectsName = true;
        else if (top) {
          top.child = `${top.path}/${top.nextElement}`;
          top.nextElement += 1;
        }
        break;
    }
  }
  return duplicates;
}

/** The position after the closing quote of the string that opens at `open`. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}

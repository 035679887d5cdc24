// Filling a template. What it reads was partly written by others, so a value can never become part of the text around
// it: it is a word, or it stands in quotes on one line.

import { type Node, TemplateError } from './syntax.ts';

const LONGEST_TEXT = 4000;
/** Ids, dates, codes and addresses; no white space, and nothing that opens or closes anything. */
const WORD = /^[\w.:/+%~-]{1,500}$/;
/** Control characters, and those that are not seen or turn the direction of what is. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

export function renderNodes(nodes: readonly Node[], scope: ReadonlyMap<string, unknown>): string {
  return nodes.map((node) => renderNode(node, scope)).join('');
}

function renderNode(node: Node, scope: ReadonlyMap<string, unknown>): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'value': {
      const value = valueAt(node.path, scope);
      if (value === undefined) throw new TemplateError(`${node.path} is not in the response.`);
      return node.quoted ? quoted(value, node.path) : word(value, node.path);
    }
    case 'if': {
      const value = valueAt(node.path, scope);
      return renderNodes(isThere(value) ? node.body : node.otherwise, scope);
    }
    case 'each': {
      const value = valueAt(node.path, scope);
      if (!Array.isArray(value)) throw new TemplateError(`${node.path} is not a list in the response.`);
      if (value.length === 0) return renderNodes(node.otherwise, scope);
      return value.map((element) => renderNodes(node.body, new Map(scope).set(node.alias, element))).join('');
    }
  }
}

/** Nought is a figure like any other. */
function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** Undefined only where the last step is absent: what may be absent is asked for with an if. */
function valueAt(path: string, scope: ReadonlyMap<string, unknown>): unknown {
  const [first = '', ...steps] = path.split('.');
  if (!scope.has(first)) throw new TemplateError(`There is nothing called ${first}.`);
  let value = scope.get(first);
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new TemplateError(`${path} is not in the response.`);
    }
    value = Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }
  return value;
}

function word(value: unknown, path: string): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return figure(value);
  if (typeof value === 'string' && WORD.test(value)) return value;
  throw new TemplateError(`${path} is not one word; write it in quotes.`);
}

/** Scores, points, weights and shares have two decimals on the wire, which JSON.parse does not keep. */
function figure(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === value ? text : String(value);
}

function quoted(value: unknown, path: string): string {
  if (value === null) return 'none';
  if (typeof value !== 'string') throw new TemplateError(`${path} is not a text.`);
  const seen = value.replace(UNSEEN, ' ');
  const short = seen.length > LONGEST_TEXT ? `${seen.slice(0, LONGEST_TEXT)}…` : seen;
  // Without angle brackets and backticks no text can pass for the end of a block, whatever marks it.
  return JSON.stringify(short).replace(
    /[<>`]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// Renders a prompt template. Responses contain text that others wrote, so an inserted value must never read as part of
// the prompt: it is either a single word, or a quoted string on one line.

import { type Node, TemplateError } from './syntax.ts';

const MAX_TEXT_LENGTH = 4000;
/** Ids, dates, codes and URLs: no white space, quotes or brackets. */
const WORD = /^[\w.:/+%~-]{1,500}$/;
/** Control characters, and characters that are invisible or change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

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
      return renderNodes(isPresent(value) ? node.body : node.otherwise, scope);
    }
    case 'each': {
      const value = valueAt(node.path, scope);
      if (!Array.isArray(value)) throw new TemplateError(`${node.path} is not a list in the response.`);
      if (value.length === 0) return renderNodes(node.otherwise, scope);
      return value.map((element) => renderNodes(node.body, new Map(scope).set(node.alias, element))).join('');
    }
  }
}

/** Zero counts as present. */
function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** Undefined only if the last step is absent. Templates guard fields that may be absent with {{#if}}. */
function valueAt(path: string, scope: ReadonlyMap<string, unknown>): unknown {
  const [first = '', ...steps] = path.split('.');
  if (!scope.has(first)) throw new TemplateError(`${first} is not defined.`);
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
  throw new TemplateError(`${path} is not a single word; put it in quotes.`);
}

/** Scores, points, weights and shares have two decimals in responses, but JSON.parse drops trailing zeros. */
function figure(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === value ? text : String(value);
}

function quoted(value: unknown, path: string): string {
  if (value === null) return 'none';
  if (typeof value !== 'string') throw new TemplateError(`${path} is not a string.`);
  const visible = value.replace(INVISIBLE, ' ');
  const short = visible.length > MAX_TEXT_LENGTH ? `${visible.slice(0, MAX_TEXT_LENGTH)}…` : visible;
  // Without angle brackets and backticks, a text cannot imitate the end of a tagged or fenced block.
  return JSON.stringify(short).replace(
    /[<>`]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// Parser for prompt templates (prompts/README.md describes the syntax for authors):
//   {{a.path}}      a number, a boolean, or a string of one word, such as an id, a date or a URL
//   {{"a.path"}}    any string, in quotes, so that names and sentences that others wrote remain data
//   {{#each x in a.path}} … {{else}} … {{/each}}     once for each element, named x; else if there are none
//   {{#if a.path}} … {{else}} … {{/if}}              if present, and not null, false or empty
// A block tag that is alone on its line is removed together with the line.

export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string; quoted: boolean }
  | { kind: 'each'; alias: string; path: string; body: Node[]; otherwise: Node[] }
  | { kind: 'if'; path: string; body: Node[]; otherwise: Node[] };

type Block = Extract<Node, { kind: 'each' | 'if' }>;

const PATH = '[a-z_]+(?:[.][a-z_]+)*';
const BLOCK_TAG = /\{\{(?:#(?:each|if)\b[^{}]*|else|\/(?:each|if))\}\}/.source;
const LONE_TAG = new RegExp(`^[ \\t]*(${BLOCK_TAG})[ \\t]*\\n`, 'gm');
const TAG = /\{\{(.*?)\}\}/s;

export function parseTemplate(source: string): Node[] {
  const root: Node[] = [];
  const open: { block: Block; nodes: Node[] }[] = [];
  let nodes = root;
  const pieces = source.replace(LONE_TAG, '$1').split(TAG);
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) {
      if (/\{\{|\}\}/.test(piece))
        throw new TemplateError(`A tag is not closed near ${JSON.stringify(piece)}.`);
      if (piece !== '') nodes.push({ kind: 'text', text: piece });
      continue;
    }
    const block = openedBlock(piece);
    if (block !== null) {
      nodes.push(block);
      open.push({ block, nodes });
      nodes = block.body;
    } else if (piece === 'else') {
      const inner = open.at(-1)?.block;
      if (inner === undefined || nodes !== inner.body)
        throw new TemplateError('{{else}} is not inside a block.');
      nodes = inner.otherwise;
    } else if (piece.startsWith('/')) {
      const closed = open.pop();
      if (closed?.block.kind !== piece.slice(1))
        throw new TemplateError(`{{${piece}}} has no matching opening tag.`);
      nodes = closed.nodes;
    } else nodes.push(valueTag(piece));
  }
  if (open.length > 0) throw new TemplateError(`The block for ${open[0]!.block.path} is not closed.`);
  return root;
}

function openedBlock(tag: string): Block | null {
  const each = new RegExp(`^#each ([a-z_]+) in (${PATH})$`).exec(tag);
  if (each) return { kind: 'each', alias: each[1]!, path: each[2]!, body: [], otherwise: [] };
  const condition = new RegExp(`^#if (${PATH})$`).exec(tag);
  if (condition) return { kind: 'if', path: condition[1]!, body: [], otherwise: [] };
  return null;
}

function valueTag(tag: string): Node {
  const found = new RegExp(`^("?)(${PATH})\\1$`).exec(tag);
  if (!found) throw new TemplateError(`{{${tag}}} is not a valid tag.`);
  return { kind: 'value', path: found[2]!, quoted: found[1] !== '' };
}

/** How a template uses a field. */
export interface Use {
  /** Starts with the name of the input and has [] after each list that is iterated over: scores[].name. */
  path: string;
  as: 'value' | 'text' | 'list' | 'condition';
}

/** Every use of a field, with loop variables replaced by the paths that they refer to. */
export function usesOf(nodes: readonly Node[], names: ReadonlyMap<string, string> = new Map()): Use[] {
  return nodes.flatMap((node) => usesOfNode(node, names));
}

function usesOfNode(node: Node, names: ReadonlyMap<string, string>): Use[] {
  if (node.kind === 'text') return [];
  const path = fullPath(node.path, names);
  if (node.kind === 'value') return [{ path, as: node.quoted ? 'text' : 'value' }];
  const isEach = node.kind === 'each';
  const inner = isEach ? new Map(names).set(node.alias, `${path}[]`) : names;
  return [
    { path, as: isEach ? 'list' : 'condition' },
    ...usesOf(node.body, inner),
    ...usesOf(node.otherwise, names),
  ];
}

function fullPath(path: string, names: ReadonlyMap<string, string>): string {
  const [first = '', ...rest] = path.split('.');
  return [names.get(first) ?? first, ...rest].join('.');
}

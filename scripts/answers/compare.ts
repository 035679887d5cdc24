// Compares two recordings: which answers differ, in what, and which of that is allowed.

import { type AllowRule, allows } from './allowed.ts';
import { bodyDifferences } from './differences.ts';
import type { Answer, Recording } from './recording.ts';

export interface Difference {
  name: string;
  operation: string;
  /** status, body, missing, new, or "header NAME". */
  part: string;
  /** Into a JSON body; null for everything else. */
  pointer: string | null;
  before: string;
  after: string;
}

/** Differences of one kind: of the same operation in the same part. */
export interface Group {
  title: string;
  differences: Difference[];
}

export interface Comparison {
  compared: number;
  /** Those that no rule allows. */
  groups: Group[];
  /** How many differences each rule allowed, in the order of the rules. */
  allowed: number[];
}

/** They follow from the body: where it differs, they say nothing more. */
const FOLLOWING = ['etag', 'content-length', 'compressed bytes'];

export function compareRecordings(
  before: Recording,
  after: Recording,
  rules: readonly AllowRule[],
): Comparison {
  if (before.at !== after.at || before.data !== after.data) {
    throw new Error('The recordings were made with different demo data: record both with the same folder.');
  }
  const groups = new Map<string, Group>();
  const allowed = rules.map(() => 0);
  for (const difference of differencesOf(before, after)) {
    const rule = rules.findIndex((candidate) => allows(candidate, difference));
    if (rule >= 0) {
      allowed[rule]! += 1;
      continue;
    }
    const title = titleOf(difference);
    const group = groups.get(title) ?? { title, differences: [] };
    group.differences.push(difference);
    groups.set(title, group);
  }
  return { compared: before.answers.length, groups: [...groups.values()], allowed };
}

function differencesOf(before: Recording, after: Recording): Difference[] {
  const newAnswers = new Map(after.answers.map((answer) => [answer.name, answer]));
  const pairs: [Answer, Answer][] = [];
  const found: Difference[] = [];
  for (const answer of before.answers) {
    const same = newAnswers.get(answer.name);
    if (same === undefined) found.push(whole(answer, 'missing', summary(answer, before), ''));
    else pairs.push([answer, same]);
    newAnswers.delete(answer.name);
  }
  for (const answer of newAnswers.values()) found.push(whole(answer, 'new', '', summary(answer, after)));
  const followed = headersThatFollow(pairs);
  for (const [first, second] of pairs) {
    if (first.status !== second.status) {
      found.push(whole(first, 'status', summary(first, before), summary(second, after)));
      continue;
    }
    const { name, operation } = first;
    for (const part of bodyDifferences(before.bodies[first.body]!, after.bodies[second.body]!)) {
      found.push({ name, operation, part: 'body', ...part });
    }
    for (const header of differingHeaders(first, second)) {
      const [old, value] = [headerOf(first, header), headerOf(second, header)];
      if (first.body !== second.body && FOLLOWING.includes(header)) continue;
      if (isEmpty(first, before) && followed.has(change(first, header, old, value))) continue;
      found.push(whole(first, `header ${header}`, old, value));
    }
  }
  return found;
}

/** HEAD and 304 answers have no body, but headers of one: these changes are seen with the body, in the answer to GET. */
function headersThatFollow(pairs: readonly [Answer, Answer][]): Set<string> {
  const changes = new Set<string>();
  for (const [first, second] of pairs) {
    if (first.body === second.body || first.status !== second.status) continue;
    for (const header of FOLLOWING) {
      changes.add(change(first, header, headerOf(first, header), headerOf(second, header)));
    }
  }
  return changes;
}

function change({ name }: Answer, header: string, before: string, after: string): string {
  const [, target] = name.split(' ');
  return [target, header, before, after].join('\n');
}

function differingHeaders(first: Answer, second: Answer): string[] {
  const names = [
    ...new Set([...Object.keys(first.headers), ...Object.keys(second.headers), 'compressed bytes']),
  ];
  return names.filter((name) => headerOf(first, name) !== headerOf(second, name));
}

function headerOf({ headers, compressed = '' }: Answer, name: string): string {
  return name === 'compressed bytes' ? compressed : (headers[name] ?? '(absent)');
}

function isEmpty({ body }: Answer, { bodies }: Recording): boolean {
  return bodies[body] === '';
}

function whole({ name, operation }: Answer, part: string, before: string, after: string): Difference {
  return { name, operation, part, pointer: null, before, after };
}

function summary({ status, body }: Answer, { bodies }: Recording): string {
  return `${status}\n${bodies[body]!.slice(0, 600)}`;
}

/** Without positions in arrays, so that the same member of several rows is one kind. */
function titleOf({ operation, part, pointer }: Difference): string {
  const place = pointer === null ? '' : ` ${pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`;
  return `${operation}: ${part}${place}`;
}

// A comparison as text: each kind of difference with its first example.

import type { AllowRule } from './allowed.ts';
import type { Comparison, Difference, Group } from './compare.ts';

const LONGEST_LINE = 400;

export function report({ compared, groups, allowed }: Comparison, rules: readonly AllowRule[]): string {
  const lines = groups.flatMap(groupLines);
  rules.forEach(({ reason }, index) => {
    const number = allowed[index]!;
    lines.push(number === 0 ? `Unused rule: ${reason}` : `Allowed ${differences(number)}: ${reason}`);
  });
  const answers = new Set(groups.flatMap((group) => group.differences.map(({ name }) => name))).size;
  const kinds = groups.length === 1 ? '1 way' : `${groups.length} ways`;
  const verdict = answers === 0 ? 'none differs' : `${answers} differ, in ${kinds}`;
  return [...lines, `${compared} answers compared: ${verdict}.`].join('\n');
}

function groupLines({ title, differences: all }: Group): string[] {
  const first = all[0]!;
  const place = first.pointer === null ? '' : ` at ${first.pointer}`;
  return [`${title} (${differences(all.length)})`, `  ${shorten(first.name)}${place}`, ...unified(first), ''];
}

/** Lines that both have stand once. */
function unified({ before, after }: Difference): string[] {
  const [old, changed] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, changed.length) && old[start] === changed[start]) start += 1;
  return [
    ...old.slice(0, start).map((line) => `    ${shorten(line)}`),
    ...(before === '' ? [] : old.slice(start).map((line) => `  - ${shorten(line)}`)),
    ...(after === '' ? [] : changed.slice(start).map((line) => `  + ${shorten(line)}`)),
  ];
}

function shorten(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}

function differences(number: number): string {
  return `${number} ${number === 1 ? 'difference' : 'differences'}`;
}

// Writes the measured columns of the table in docs/faults.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DRILLS, FAULTS } from './catalogue.ts';
import type { Result } from './fault.ts';

const FILE = fileURLToPath(new URL('../../docs/faults.md', import.meta.url));
const BEGIN = '<!-- results: written by npm run faults -- --write -->';
const END = '<!-- end of the results -->';
const HEAD = [
  '| fault | lasts | recovered after | event loop blocked | violations | command |',
  '|---|---|---|---|---|---|',
];

/** Rows of faults that were not run this time stay as they were. */
export function writeResults(results: readonly Result[]): void {
  const text = readFileSync(FILE, 'utf8');
  const [before, rest] = text.split(BEGIN) as [string, string];
  const [old, after] = rest.split(END) as [string, string];
  const byName = new Map(results.map((result) => [result.name, result]));
  const rows = [...FAULTS, ...DRILLS].map(({ name, what }) => {
    const command = `\`npm run faults -- ${name}\``;
    const result = byName.get(name);
    if (result !== undefined) return `| ${what} | ${measured(result)} | ${command} |`;
    return (
      old.split('\n').find((row) => row.endsWith(`| ${command} |`)) ??
      `| ${what} | not run | | | | ${command} |`
    );
  });
  writeFileSync(FILE, `${before}${BEGIN}\n${[...HEAD, ...rows].join('\n')}\n${END}${after}`);
}

function measured({ seconds, recoverySeconds, longestBlockMs, violations }: Result): string {
  const recovered = recoverySeconds === null ? 'not recovered' : `${recoverySeconds.toFixed(1)} s`;
  return `${seconds} s | ${recovered} | ${longestBlockMs} ms | ${violations.length === 0 ? 'none' : violations.length}`;
}

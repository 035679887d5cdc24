// The document about a run: how many flips came to which outcome, and what was said.

import os from 'node:os';
import type { Outcome, Verdict } from './judge.ts';

const OUTCOMES: Record<Outcome, string> = {
  'found by opening': 'the store cannot be opened, so no command runs and nothing is served',
  'found by doctor':
    '`rf doctor` fails: SQLite finds damage, a reference is dangling, or another check fails',
  'found by verify': '`rf verify --all` names the record',
  'no effect':
    'free space, unused bytes or fields of the file header: every row and every answer is the same',
  operational:
    'a counter, a delivery or a time of the service itself changed; nothing published or decided depends on it',
  missed: 'a record or an answer changed, and nothing noticed',
};

export function summaryOf(
  verdicts: readonly Verdict[],
  { size, seconds }: { size: number; seconds: number },
): string {
  const byOutcome = Object.groupBy(verdicts, ({ outcome }) => outcome);
  const rows = Object.entries(OUTCOMES).map(
    ([outcome, meaning]) => `| ${outcome} | ${byOutcome[outcome as Outcome]?.length ?? 0} | ${meaning} |`,
  );
  const columns = (outcome: Outcome) => countedDetails(byOutcome[outcome] ?? []);
  return [
    '# Byte flips',
    '',
    `Written by \`npm run byte-flips\` on ${new Date().toISOString().slice(0, 10)} (${verdicts.length} flips, ${seconds.toFixed(0)} s;`,
    `${os.type()} ${os.arch()}, ${os.availableParallelism()} cores, Node ${process.version}, SQLite ${process.versions.sqlite}).`,
    '',
    `A closed SQLite store with the demo's half year of history (${(size / 2 ** 20).toFixed(1)} MiB) was copied, and one byte of the`,
    'copy was changed: any byte of the file, with equal probability, to any other value. The places come from a fixed seed.',
    'For each copy, `rf doctor` ran, the store was opened, every row of every table was compared with the intact store, and,',
    'if a row differed, `rf verify --all` ran. If nothing was found, every answer of the read API was rendered from the copy',
    'and compared too.',
    '',
    '| outcome | flips | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
    ...section('Operational columns that changed', columns('operational')),
    ...section('Missed', columns('missed')),
    'PostgreSQL is not part of this run. It finds damaged pages itself if data checksums are on, which `rf doctor` checks.',
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

function countedDetails(verdicts: readonly Verdict[]): string[] {
  const counted = Object.entries(Object.groupBy(verdicts, ({ detail }) => detail));
  return counted.map(([detail, all]) => `- ${detail} (${all!.length})`).sort();
}

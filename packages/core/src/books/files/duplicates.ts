// Finds rows that may state one position twice, and does with them what the customer chose.

import type { BookPosition } from '../contents.ts';
import { formatAmount, parseAmount } from '../figures/amounts.ts';
import { nameKey } from './position.ts';
import type { Ask, DuplicateChoice, ReadRow } from './row-questions.ts';

const MEASURES = ['gross', 'collateral', 'net'] as const;

/** Open duplicates are all kept. */
export function mergeDuplicates(
  rows: readonly ReadRow[],
  ask: Ask,
  leaveOut: (rows: readonly number[], why: string) => void,
): ReadRow[] {
  const groups = Map.groupBy(rows, ({ hasReference, position }) =>
    hasReference ? `reference ${position.id}` : `name ${nameKey(position)}`,
  );
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return group;
    const { position, hasReference } = group[0]!;
    const numbers = group.flatMap((row) => row.rows);
    const sum = sumOf(group);
    const shared = hasReference
      ? `the reference "${position.id}"`
      : `the name "${position.name}", currency and group`;
    const message = `Rows ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} have ${shared}.`;
    const choices: DuplicateChoice[] = [...(sum === null ? [] : ['add' as const]), 'keep_both', 'keep_last'];
    const [field, text] = hasReference ? (['id', position.id] as const) : (['name', position.name] as const);
    const answer = ask({ kind: 'duplicate', rows: numbers, field, text, message, choices });
    if (answer === 'add') return [sum!];
    if (answer !== 'keep_last') return group;
    leaveOut(numbers.slice(0, -1), `Row ${numbers.at(-1)} replaces it: both have ${shared}.`);
    return [group.at(-1)!];
  });
}

/** Null if the rows differ in more than amounts, notes and tags, or if only some of them state an amount. */
function sumOf(group: readonly ReadRow[]): ReadRow | null {
  const [first] = group as [ReadRow];
  const sameIn = ({ position, identifiers }: ReadRow) =>
    JSON.stringify([nameKey(position), position.maturity, identifiers]);
  if (group.some((row) => sameIn(row) !== sameIn(first))) return null;
  const sums: Partial<Record<(typeof MEASURES)[number], string | null>> = {};
  for (const measure of MEASURES) {
    const stated = group.flatMap(({ position }) => position[measure] ?? []);
    if (stated.length > 0 && stated.length < group.length) return null;
    const sum =
      stated.length === 0 ? null : formatAmount(stated.reduce((total, one) => total + parseAmount(one)!, 0n));
    if (sum !== null && parseAmount(sum) === null) return null;
    sums[measure] = sum;
  }
  const notes = new Set(group.flatMap(({ position }) => position.note ?? []));
  const position: BookPosition = {
    ...first.position,
    ...sums,
    note: notes.size === 0 ? null : [...notes].join('; '),
    tags: [...new Set(group.flatMap((row) => row.position.tags))],
  };
  return { ...first, position, rows: group.flatMap((row) => row.rows) };
}

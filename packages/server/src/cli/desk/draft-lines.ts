// Prints a draft: what it would change, and why.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { formatHundredths } from '@rf-indicators/engine';
import type { Perform } from '../act-session.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type Draft = AnswerOf<'runs.show'>;
type DraftItem = Draft['items'][number];
type Result = NonNullable<DraftItem['result']>;

export interface DraftOptions {
  json: boolean;
  /** Everything behind every new result. */
  full?: boolean;
  /** What moved each score, part by part, and everything behind first indicators. */
  withParts?: boolean;
}

export async function printDraft(
  terminal: Terminal,
  perform: Perform,
  runId: string,
  { json, full = false, withParts = false }: DraftOptions,
): Promise<AnswerOf<'runs.show'>> {
  const draft = await perform('runs.show', { run: runId, full });
  if (json) {
    terminal.out(JSON.stringify(draft, null, 2));
    return draft;
  }
  const { run, items } = draft;
  terminal.out(`run ${run.id}: ${run.status}, as of ${new Date(run.as_of).toISOString()}`);
  for (const item of items) {
    terminal.out(`  ${lineOf(item)}`);
    if (item.committee !== null) {
      const { state, for: inFavour, against, because } = item.committee;
      terminal.out(`      committee: ${state}, ${inFavour} for, ${against} against. ${because}`);
    }
    for (const { input, value, grade, evidence_date, needs } of item.contested) {
      terminal.out(
        `      contested: ${input} ${value} (grade ${grade}, ${evidence_date}) does not count; it needs grade ${needs}`,
      );
    }
    if (!withParts) continue;
    if (item.result !== null) printResult(terminal, item.result);
    if (item.change === null) continue;
    for (const { kind, criterion_id, points, before, after } of item.change.parts) {
      const values = before === after ? (after ?? '') : `${before ?? 'nothing'} -> ${after ?? 'nothing'}`;
      terminal.out(
        `      ${points.padStart(7)}  ${kind}${criterion_id ? ` ${criterion_id}` : ''}: ${values}`,
      );
    }
  }
  return draft;
}

/** The new indicators of a publication, with their verification ids. A run can be published in two parts. */
export function printPublished(terminal: Terminal, items: readonly DraftItem[], publicationId: string): void {
  for (const { slug, action, new_score, new_band, verification_id, publication_id } of items) {
    if (action !== 'publish' || publication_id !== publicationId) continue;
    terminal.out(`  ${slug}: ${formatHundredths(new_score!)} ${new_band}  ${verification_id}`);
  }
}

const ACTIONS: Readonly<Record<string, string>> = { verify: 'confirmed', none: 'not published' };

function lineOf({
  slug,
  outcome,
  detail,
  action,
  kind,
  causes,
  previous_score,
  previous_band,
  new_score,
  new_band,
}: DraftItem): string {
  if (outcome !== 'SCORED') return `${slug}: ${outcome} ${detail ?? ''} (${action})`;
  const before = previous_score === null ? 'nothing' : `${formatHundredths(previous_score)} ${previous_band}`;
  const others = causes.filter((cause) => cause !== kind);
  const why = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `${slug}: ${before} -> ${formatHundredths(new_score!)} ${new_band}: ${kind ?? ACTIONS[action] ?? action}${why}`;
}

function printResult(terminal: Terminal, result: Result): void {
  const indented = { ...terminal, out: (line: string) => terminal.out(`      ${line}`) };
  indented.out(
    `score ${result.final_score} ${result.band}, ${result.uncapped_score} without caps, ` +
      `coverage ${result.coverage}, evidence quality ${result.confidence}`,
  );
  for (const { rule, name, cap, binding } of result.caps)
    indented.out(`cap: ${rule} ${name} at ${cap}${binding ? '' : ', which changes nothing'}`);
  for (const { id, value, grade, evidence_date } of result.gates)
    indented.out(`gate: ${id} ${value} (grade ${grade}, ${evidence_date})`);
  const rows = result.criteria.map(
    ({ id, label, value, score, weight, contribution, status, ...evidence }) => [
      ...[id, label, value ?? '', score, weight, contribution, status],
      ...[evidence.grade ?? '', evidence.evidence_date ?? '', evidence.confidence],
    ],
  );
  const header = [
    'CRITERION',
    'LABEL',
    'VALUE',
    'SCORE',
    'WEIGHT',
    'POINTS',
    'STATUS',
    'GRADE',
    'EVIDENCE',
    'QUALITY',
  ];
  printTable(indented, header, rows);
  if (result.missing.length > 0) indented.out(`missing or expired: ${result.missing.join(', ')}`);
}

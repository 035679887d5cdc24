// rf inputs list and show: proposals with what counts now, what an approval would change, and the evidence.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { formatHundredths } from '@rf-indicators/engine';
import type { Command } from 'commander';
import { actCommand } from '../acts/command.ts';
import { instantToTheSecond } from '../instants.ts';
import { count } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type Proposal = AnswerOf<'inputs.list'>['data'][number];
type Evidence = Omit<Proposal['evidence'], 'shown'>;
type Decided = AnswerOf<'inputs.approve'>['decided'];
type Subject = Pick<Proposal, 'slug' | 'currency' | 'input'>;

export function proposalCommands(terminal: Terminal): Command[] {
  return [
    actCommand(terminal, 'inputs.list', { text: ({ data }) => printBatches(terminal, data) }),
    actCommand(terminal, 'inputs.show', { text: (shown) => printProposal(terminal, shown) }),
  ];
}

/** What a reviewer does with a new batch. */
export function printNextStep(terminal: Terminal, batch: string): void {
  terminal.out(`A reviewer can see it with rf inputs list --batch ${batch}`);
  terminal.out(`and approve it with rf inputs approve --batch ${batch}`);
}

/** Lists what was decided, then counts it. */
export function printDecided(terminal: Terminal, decided: Decided, verdict: string, json: boolean): void {
  if (json) {
    terminal.out(JSON.stringify(decided, null, 2));
    return;
  }
  for (const { id, slug, currency, input, old_value, value, opened } of decided.toSorted(bySubject)) {
    const unopened = opened === false ? '  (document not opened)' : '';
    terminal.out(`${slug ?? currency} ${input}: ${change(old_value, value)}${unopened}  ${id}`);
  }
  terminal.out(`${count(decided.length, 'proposal')} ${verdict}`);
}

/** The evidence in one or two lines: the document, then what it says. */
export function evidenceLines(evidence: Evidence): string[] {
  const { kind, title, page, evidence_date, grade, quote, url } = evidence;
  const where = page === null ? '' : `, page ${page}`;
  const lines = [`${kind}: ${title}${where} (${evidence_date}, grade ${grade})`];
  if (quote !== null) lines.push(`“${quote.replaceAll(/\s+/g, ' ')}”`);
  if (url !== null) lines.push(url);
  return lines;
}

function printBatches(terminal: Terminal, proposals: readonly Proposal[]): void {
  if (proposals.length === 0) terminal.out('No proposals.');
  for (const [batch, members] of Map.groupBy(proposals, ({ batch_id }) => batch_id)) {
    const { proposed_by_name, proposed_at } = members[0]!;
    terminal.out(
      `batch ${batch}: ${count(members.length, 'proposal')} by ${proposed_by_name}, ${instantToTheSecond(proposed_at)}`,
    );
    for (const proposal of members.toSorted(bySubject)) {
      terminal.out(`  ${headline(proposal)}  ${proposal.id}`);
      const [document, ...rest] = evidenceLines({ ...proposal.evidence, url: null });
      terminal.out(`      ${document}${openedText(proposal.evidence)}${openingText(proposal.evidence)}`);
      for (const line of [...rest, ...marksOf(proposal)]) terminal.out(`      ${line}`);
    }
  }
}

/** What is unusual, what people say to it, and what the value moves besides its own criterion. */
function marksOf({ unusual, confirmation, shared_reason, effect, proposed_by_name }: Proposal): string[] {
  const through = (effect?.through ?? []).map(({ input, points }) => `${signed(points)} through ${input}`);
  return [
    ...(through.length === 0 ? [] : [`moves ${through.join(', ')}`]),
    ...unusual.map(({ message }) => `unusual: ${message}`),
    ...(confirmation === null ? [] : [`${proposed_by_name} confirms: ${confirmation}`]),
    ...(shared_reason === null ? [] : [`evidence of another provider: ${shared_reason}`]),
  ];
}

function bySubject(a: Subject, b: Subject): number {
  const [one, other] = [a, b].map(({ slug, currency, input }) => `${slug ?? currency} ${input}`);
  return one! < other! ? -1 : Number(one! > other!);
}

/** The provider, the change of the value and the effect. */
function headline(proposal: Proposal): string {
  const { slug, currency, input, current, value, renewal, status } = proposal;
  const subject = `${slug ?? currency} ${input}: ${change(current?.value ?? null, value)}`;
  const state = status === 'open' ? effectText(proposal) : status;
  return `${subject}${renewal ? ' (renewal)' : ''}${state === null ? '' : ` | ${state}`}`;
}

function change(before: string | null, after: string): string {
  return before === after ? `${after} (unchanged)` : `${before ?? 'nothing'} → ${after}`;
}

function openedText({ opened }: Evidence): string {
  if (opened === null) return '';
  return opened ? ', opened by you' : ', not opened by you';
}

/** How to open a document that the reader has not opened. */
function openingText({ id, opened }: Evidence): string {
  return opened === false ? `: rf evidence open ${id}` : '';
}

function effectText({ effect, rate_effect }: Proposal): string | null {
  if (rate_effect !== null) {
    const { providers, changed, largest, reason } = rate_effect;
    if (reason !== null) return reason;
    const most = largest === null ? '' : `, at most ${signed(largest.points)} (${largest.slug})`;
    return `changes ${changed} of ${count(providers, 'provider')}${most}`;
  }
  if (effect === null) return null;
  if (effect.contested !== null) return `contested: it needs evidence of grade ${effect.contested.needs}`;
  if (effect.reason !== null) return effect.reason;
  const points = effect.points === null ? '' : `${signed(effect.points)}: `;
  const before = scoreText(effect.score_before, effect.band_before);
  return `${points}${before} → ${scoreText(effect.score_after, effect.band_after)}${capsText(effect.caps)}`;
}

function scoreText(score: number | null, band: string | null): string {
  return score === null ? 'no score' : `${formatHundredths(score)} ${band}`;
}

function signed(hundredths: number): string {
  const sign = hundredths < 0 ? '-' : '+';
  return `${sign}${formatHundredths(Math.abs(hundredths))}`;
}

function capsText({ added, removed, changed }: NonNullable<Proposal['effect']>['caps']): string {
  return [
    ...added.map((rule) => `, cap ${rule} added`),
    ...removed.map((rule) => `, cap ${rule} removed`),
    ...changed.map((rule) => `, cap ${rule} changed`),
  ].join('');
}

function printProposal(terminal: Terminal, shown: AnswerOf<'inputs.show'>): void {
  const { proposal, definition, current_evidence } = shown;
  const { id, batch_id, slug, currency, input, current, value, status, evidence } = proposal;
  terminal.out(`proposal ${id} in batch ${batch_id}: ${status}`);
  terminal.out(`  ${slug ?? currency} ${input}: ${change(current?.value ?? null, value)}`);
  const effect = effectText(proposal);
  if (effect !== null) terminal.out(`  effect: ${effect}`);
  terminal.out(`  proposed by ${proposal.proposed_by_name} on ${instantToTheSecond(proposal.proposed_at)}`);
  if (proposal.decided_at !== null) terminal.out(`  ${decisionText(proposal)}`);
  printNamedEvidence(terminal, 'new evidence', evidence);
  if (current_evidence !== null) printNamedEvidence(terminal, 'current evidence', current_evidence);
  if (definition !== null) printDefinition(terminal, definition);
}

function decisionText({ status, decided_by_name, decided_at, decided_opened, reason }: Proposal): string {
  const verb = status === 'rejected' ? 'rejected' : 'approved';
  const unopened = decided_opened === false ? ' without opening the document' : '';
  const because = reason === null ? '' : `: ${reason}`;
  return `${verb} by ${decided_by_name} on ${instantToTheSecond(decided_at!)}${unopened}${because}`;
}

function printNamedEvidence(terminal: Terminal, name: string, evidence: Evidence): void {
  terminal.out(`${name} ${evidence.id}`);
  for (const line of evidenceLines(evidence)) terminal.out(`  ${line}`);
  if (evidence.sha256 === null) terminal.out('  no stored document');
  else terminal.out(`  document stored${openedText(evidence)}: rf evidence open ${evidence.id}`);
}

function printDefinition(
  terminal: Terminal,
  definition: NonNullable<AnswerOf<'inputs.show'>['definition']>,
): void {
  const { kind, label, form, unit, measure, breakpoints, options, max_age_days, hard_rules } = definition;
  terminal.out(`${kind}: ${label}`);
  if (measure !== null) terminal.out(`  ${measure}`);
  terminal.out(`  value: ${form}${unit === null ? '' : `, in ${unit}`}`);
  if (breakpoints !== null) {
    const points = breakpoints.map((point) => `${point.value} gives ${point.points}`);
    terminal.out(`  points: ${points.join(', ')}`);
  }
  for (const { value, points, meaning } of options ?? []) {
    const text = [...(points === null ? [] : [`${points} points`]), ...(meaning === null ? [] : [meaning])];
    terminal.out(`  ${value}${text.length === 0 ? '' : `: ${text.join(', ')}`}`);
  }
  if (max_age_days !== null) terminal.out(`  loses points after ${count(max_age_days, 'day')}`);
  for (const { id, name, tiers } of hard_rules) {
    terminal.out(`  hard rule ${id}: ${name}`);
    for (const { condition, cap } of tiers) terminal.out(`    ${condition}: at most ${cap}`);
  }
}

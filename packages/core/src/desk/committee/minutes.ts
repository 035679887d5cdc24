// The minutes of a matter. They write themselves from what happened: votes, recusals, opened papers, outcomes. Members add lines.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Entry } from '../matters/entries.ts';
import type { ChangedValue } from './changed-values.ts';
import type { Matter } from './matter-items.ts';
import type { Showing } from './value-facts.ts';

type Line = DomainAnswerOf<'committee.show'>['minutes'][number];

interface Happened {
  entries: readonly Entry[];
  matter: Matter;
  values: readonly ChangedValue[];
  showings: ReadonlyMap<string, readonly Showing[]>;
  nameOf: (person: string | null) => string;
}

/** Newest first. What was on screen before the matter was opened is part of the minutes too. */
export function minutesOf({ entries, matter, values, showings, nameOf }: Happened): Line[] {
  const lines = entries.flatMap((entry): Line[] => {
    const found = lineOf(entry, matter, nameOf);
    if (found === null) return [];
    return [{ at: entry.at, staff_id: entry.by, name: nameOf(entry.by), ...found }];
  });
  const byEvidence = Map.groupBy(
    values.filter(({ evidenceId }) => evidenceId !== null),
    ({ evidenceId }) => evidenceId!,
  );
  for (const [evidence, shown] of byEvidence) {
    for (const { staff_id, at } of showings.get(evidence) ?? []) {
      const inputs = shown.map(({ input }) => input.replaceAll('_', ' ')).join(', ');
      const name = nameOf(staff_id);
      lines.push({ at, staff_id, name, kind: 'read', text: `${name} reads the evidence of ${inputs}.` });
    }
  }
  return lines
    .map((line, order) => ({ line, order }))
    .toSorted((a, b) => b.line.at - a.line.at || b.order - a.order)
    .map(({ line }) => line);
}

function lineOf(
  { kind, content, by }: Entry,
  { item, opened }: Matter,
  nameOf: Happened['nameOf'],
): Pick<Line, 'kind' | 'text'> | null {
  const name = nameOf(by);
  switch (kind) {
    case 'opened':
      return {
        kind: 'opened',
        text:
          opened === null
            ? 'The draft came before the committee.'
            : `${name} brought it before the committee.`,
      };
    case 'vote': {
      if (!content.items.some(([one]) => one === item)) return null;
      const dissent = content.words === null ? '' : `, with a dissent: ${content.words}`;
      return { kind, text: `${name} votes ${content.vote}${dissent || '.'}` };
    }
    case 'recusal':
      return content.items.includes(item) ? { kind, text: `${name} is recused: ${content.words}` } : null;
    case 'waiver': {
      const inputs = content.items.find(([one]) => one === item)?.[1];
      if (inputs === undefined) return null;
      const named = inputs.map((input) => input.replaceAll('_', ' ')).join(', ');
      return { kind, text: `${name}, in the chair, does without a reader of ${named}: ${content.words}` };
    }
    case 'minute':
      return content.items.includes(item) ? { kind, text: content.words } : null;
    case 'outcome':
      if (!content.items.includes(item)) return null;
      return { kind, text: `${content.outcome === 'accepted' ? 'Accepted' : 'Refused'}. ${content.because}` };
    case 'cancelled':
      return { kind: 'outcome', text: `${name} cancelled the request.` };
  }
}

// The mail of the morning: what waits for a person, what lapses of what they look after, and what was done since yesterday.

import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { type Formats, fillFirst } from '@rf-indicators/contract/template';
import type { Actor } from '../../context/actor.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { newsSince } from '../home/news.ts';
import { waitingFor } from '../home/waiting.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';

const DAY = 24 * 60 * 60 * 1000;
const MOST_INPUTS = 10;
const LAPSE_DAYS = 7;

/** What a list of the home page is called in a mail: for one, and for several. */
const WAITING: Readonly<Record<string, { one: string; many: string; page: string }>> = {
  proposals: { one: 'proposal to approve', many: 'proposals to approve', page: 'approvals' },
  questions: { one: 'question to answer', many: 'questions to answer', page: 'approvals' },
  mentions: {
    one: 'question that mentions you',
    many: 'questions that mention you',
    page: 'approvals',
  },
  assigned: { one: 'input to renew', many: 'inputs to renew', page: 'due' },
  drafts: { one: 'draft to read', many: 'drafts to read', page: 'runs' },
  requests: {
    one: 'request for a second person',
    many: 'requests for a second person',
    page: 'requests',
  },
  votes: {
    one: 'matter of the committee to vote on',
    many: 'matters of the committee to vote on',
    page: 'committee',
  },
  sign_offs: { one: 'framework to sign', many: 'frameworks to sign', page: 'frameworks' },
  claims: { one: 'colleague to confirm', many: 'colleagues to confirm', page: 'staff' },
  score_requests: {
    one: 'score request to triage',
    many: 'score requests to triage',
    page: 'score-requests',
  },
};

export interface Digest {
  subject: string;
  text: string;
}

/** Null if there is nothing to tell. `desk` is the address of the desk. */
export async function digestFor(
  db: Queries,
  person: Actor,
  now: number,
  desk: string,
): Promise<Digest | null> {
  const waiting = await waitingFor(db, person, now);
  const lapsing = await lapsingOf(db, person.id, now);
  const news = await newsSince(db, person.id, now - DAY);
  if (waiting.length === 0 && lapsing.length === 0 && news.length === 0) return null;
  const parts = [
    section(
      'Waits for you',
      waiting.map(({ kind, count }) => {
        // A kind that is newer than this list still counts.
        const { one, many, page } = WAITING[kind] ?? { one: kind, many: kind, page: '' };
        return `${count} ${count === 1 ? one : many}: ${desk}${page === '' ? '' : `/${page}`}`;
      }),
    ),
    section('Loses points soon, and you look after it', lapsing),
    section(
      'Done since yesterday',
      news.map(({ action, count, by, others }) => {
        const names = [...by, ...(others === 0 ? [] : [`${others} more`])].join(', ');
        return `${newsSentence(action, count)}, by ${names}`;
      }),
    ),
  ];
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  return {
    subject:
      total === 0
        ? 'Nothing waits for you'
        : `${total} ${total === 1 ? 'thing waits' : 'things wait'} for you`,
    text: parts.filter((part) => part !== '').join('\n\n'),
  };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** Inputs that this person looks after, those with the least time first. */
async function lapsingOf(db: Queries, staffId: string, now: number): Promise<string[]> {
  const today = civilDate(now);
  const rows = await db
    .selectFrom('due_notes')
    .innerJoin('due_inputs', (join) =>
      join
        .onRef('due_inputs.provider_id', '=', 'due_notes.provider_id')
        .onRef('due_inputs.input_id', '=', 'due_notes.input_id'),
    )
    .innerJoin('due_providers', 'due_providers.provider_id', 'due_inputs.provider_id')
    .select(['due_providers.name', 'due_inputs.input_id', 'loses_from'])
    .where('due_notes.assignee', '=', staffId)
    .where('loses_from', '<=', dayAfter(today, LAPSE_DAYS))
    .orderBy('loses_from')
    .orderBy('due_providers.name')
    .limit(MOST_INPUTS)
    .execute();
  if (rows.length === 0) return [];
  const effective = await findEffectiveMethodology(db, now);
  return rows.map(({ name, input_id, loses_from }) => {
    const label = effective?.methodology.criterionById.get(input_id)?.label ?? input_id.replaceAll('_', ' ');
    return `${name}: ${label}, ${loses_from <= today ? 'loses points already' : `from ${loses_from}`}`;
  });
}

const FORMATS: Formats = {
  count: (value, nouns) => {
    const [one = '', many = `${one}s`] = nouns.split(',');
    return `${value} ${value === 1 ? one : many}`;
  },
};

function newsSentence(action: string, count: number): string {
  const news = Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS].news
    : null;
  return news === null
    ? `${action.replaceAll(/[._]/g, ' ')}, ${count} times`
    : fillFirst(news, { count }, FORMATS);
}

// What people ask of the desk: every read, the common acts, and the public reads that look among all providers. Each call has
// an input of its own, so that nothing is answered from a cache of one provider.

import type { ActName, InputOf } from '@rf-indicators/contract/acts';
import type { ReadId } from '../../packages/server/src/api/reads.ts';
import type { PageReadId, Parameters } from '../../packages/server/src/rendering/reading.ts';

export type Person = 'analyst' | 'reviewer' | 'operator';

/** What there is to ask about, of the same kind and number in each world. */
export interface Subjects {
  /** Slugs and names of providers, from everywhere in the list. */
  providers: readonly { slug: string; name: string; id: string }[];
  /** Open proposals of the analyst. */
  proposals: readonly string[];
  evidence: readonly string[];
  /** A draft of a few providers, and the publication of all. */
  draft: string;
  published: string;
  today: string;
}

interface AskedWhat {
  what: string;
  /** The answer is shorter with 12 providers than with 2,000, which it is compared with instead. */
  fillsUp: boolean;
}

interface AskedAct extends AskedWhat {
  act: ActName;
  as: Person;
  input: (subjects: Subjects, time: number) => object;
}

interface AskedRead extends AskedWhat {
  read: ReadId | PageReadId;
  parameters: (subjects: Subjects, time: number) => Parameters;
}

export type Asked = AskedAct | AskedRead;

type InputFrom<Name extends ActName> = (subjects: Subjects, time: number) => InputOf<Name>;

function asked<Name extends ActName>(
  act: Name,
  input: InputOf<Name> | InputFrom<Name> = {} as InputOf<Name>,
  { as = 'reviewer', about = '', fillsUp = false }: Partial<AskedWhat> & { as?: Person; about?: string } = {},
): AskedAct {
  const what = about === '' ? act : `${act}, ${about}`;
  return {
    what,
    fillsUp,
    act,
    as,
    input: typeof input === 'function' ? (input as InputFrom<Name>) : () => input,
  };
}

function publicRead(what: string, read: ReadId | PageReadId, parameters: AskedRead['parameters']): AskedRead {
  return { what, fillsUp: true, read, parameters };
}

const provider = ({ providers }: Subjects, time: number) => providers[time % providers.length]!;
const slug = (subjects: Subjects, time: number) => provider(subjects, time).slug;

/** The caller does not know what is on record. */
const NOTHING_SEEN = { value: null, grade: null, evidence_date: null };

export const DESK_READS: readonly Asked[] = [
  asked('desk.home', {}, { about: 'a reviewer' }),
  asked('desk.home', {}, { as: 'analyst', about: 'an analyst' }),
  asked('desk.home', {}, { as: 'operator', about: 'an operator' }),
  asked('desk.search', { query: 'gen' }, { as: 'operator', about: 'three letters' }),
  asked('desk.search', (world, time) => ({ query: provider(world, time).name }), { about: 'a name' }),
  asked('desk.search', (_, time) => ({ query: `nothing ${time}` }), { about: 'nothing found' }),
  asked('inputs.due', { days: 30 }),
  asked(
    'inputs.due',
    { days: 400, missing: true, limit: 1000 },
    { about: '1,000 inputs of 400 days', fillsUp: true },
  ),
  asked('due.list'),
  asked('due.list', { time: 'all', assignee: 'nobody' }, { about: 'of nobody' }),
  asked('due.list', { time: 'all', assignee: 'Demo Analyst' }, { about: 'of a person' }),
  asked('due.list', (world, time) => ({ time: 'all', provider: slug(world, time) }), { about: 'a provider' }),
  asked('due.summary'),
  asked('due.map', {}, { fillsUp: true }),
  asked('due.calendar', ({ today }) => ({ from: today, to: later(today, 41) })),
  asked('due.sheet', {}, { fillsUp: true }),
  asked('due.renewal', (world, time) => ({
    rows: [{ provider: slug(world, time), input: 'insolvency_status', ...NOTHING_SEEN }],
  })),
  asked('inputs.list', {}, { about: 'the first page' }),
  asked('inputs.list', { status: 'open', plain: true }, { about: 'open, without effects' }),
  asked('inputs.count'),
  asked('inputs.show', ({ proposals }, time) => ({ proposal: proposals[time % proposals.length]! })),
  asked('providers.list', {}, { fillsUp: true }),
  asked('providers.list', { text: 'generated' }, { about: 'by a text', fillsUp: true }),
  asked('providers.list', { planner_type: 'btc' }, { about: 'of a type', fillsUp: true }),
  asked('providers.list', { standing: 'published' }, { about: 'published', fillsUp: true }),
  asked('providers.list', { standing: 'unpublished' }, { about: 'unpublished' }),
  asked('providers.list', { waiting: true }, { about: 'waiting' }),
  asked('providers.show', (world, time) => ({ provider: slug(world, time) })),
  asked('providers.timeline', (world, time) => ({ provider: slug(world, time) })),
  asked('providers.history', (world, time) => ({ provider: slug(world, time) })),
  asked('evidence.list'),
  asked('evidence.list', (world, time) => ({ provider: slug(world, time) }), { about: 'of a provider' }),
  asked('evidence.show', ({ evidence }, time) => ({ evidence: evidence[time % evidence.length]! })),
  asked('entry.framework'),
  asked('entry.basis', (world, time) => ({ providers: [slug(world, time)] }), { as: 'analyst' }),
  asked(
    'entry.basis',
    { providers: [], currencies: ['USD'] },
    { as: 'analyst', about: 'with a currency', fillsUp: true },
  ),
  asked('entry.providers', (world, time) => ({ text: provider(world, time).name.slice(0, 12) }), {
    as: 'analyst',
    fillsUp: true,
  }),
  asked('rates.list'),
  asked('drafts.list', {}, { as: 'analyst' }),
  asked('templates.inputs', (world, time) => ({ providers: [slug(world, time)] }), { as: 'analyst' }),
  asked('runs.list'),
  asked('committee.list'),
  asked('runs.overview', ({ draft }) => ({ run: draft }), { about: 'a draft of 12' }),
  asked('runs.items', ({ draft }) => ({ run: draft }), { about: 'a draft of 12' }),
  asked('runs.item', (world) => ({ run: world.draft, provider: world.providers[0]!.slug })),
  asked('runs.items', ({ published }) => ({ run: published, limit: 12 }), {
    about: 'the publication of all',
  }),
  asked('withdrawals.list'),
  asked('issuances.list'),
  asked('score_requests.list'),
  asked('audit.list', { newest_first: true }),
  asked('requests.list'),
  asked('staff.list'),
  asked('workspaces.list', {}, { as: 'operator' }),
  asked('frameworks.list'),
  asked('configurations.list'),
  asked('incidents.list'),
  asked('service.show'),
  asked('log.show'),
];

export const PUBLIC_READS: readonly Asked[] = [
  publicRead('the Scores page, by a name', 'scoresPage', (world, time) => ({
    q: provider(world, time).name.slice(0, 12),
  })),
  publicRead('the Scores page, no name', 'scoresPage', () => ({})),
  publicRead('peers of a provider', 'getScorePeers', (world, time) => ({
    providerId: provider(world, time).id,
  })),
];

export const DESK_ACTS: readonly Asked[] = [
  asked('due.assign', (world, time) => ({
    provider: slug(world, time),
    input: 'insolvency_status',
    assignee: null,
  })),
  asked('providers.add_note', (world, time) => ({ provider: slug(world, time), text: `Note ${time}.` })),
  asked('inputs.ask', ({ proposals }, time) => ({ proposal: proposals[time]!, question: 'Which page?' })),
  asked('inputs.reject', ({ proposals }, time) => ({
    proposals: [proposals.at(-1 - time)!],
    reason: 'Not the newest report.',
  })),
  asked('inputs.propose', (world, time) => ({ rows: [{ value: proposedRow(world, time) }] }), {
    as: 'analyst',
  }),
];

/** Takes hardly any time, so what it takes beside a read is the wait for the read. */
export const SHORT_ACT = DESK_ACTS[1]!;

function proposedRow(world: Subjects, time: number): Record<string, unknown> {
  const { slug: of, name } = provider(world, time);
  const title = `Annual report ${time} of ${name}`;
  const evidence = {
    kind: 'report',
    title,
    url: 'https://example.com/report',
    evidence_date: world.today,
    grade: 'D',
  };
  return { provider: of, input: 'independent_oversight', value: `${50 + (time % 40)}.00`, evidence };
}

function later(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

// One timeline of a provider: inputs, evidence, flags, yields, publications, corrections, staleness, requests and notes.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Context } from '../../context/context.ts';
import { ListOrder, type Page, type WantedPage } from '../../context/paging.ts';
import type { Queries } from '../../store/store.ts';
import { STRUCTURE_FACTS } from '../facts/fact-definitions.ts';
import { requireProvider } from '../providers/providers.ts';
import { staleReasonOf } from '../served/served.ts';

type TimelineEntry = DomainAnswerOf<'providers.timeline'>['data'][number];
type TimelineKind = TimelineEntry['kind'];

/** Reads what one kind of record says about a provider. */
type TimelineSource = (db: Queries, providerId: string) => Promise<TimelineEntry[]>;

const NOTHING = {
  who: null,
  input: null,
  value: null,
  grade: null,
  text: null,
  proposal_id: null,
  evidence_id: null,
  verification_id: null,
  run_id: null,
  score: null,
  band: null,
};

type Said = Pick<TimelineEntry, 'id' | 'at' | 'kind' | 'what'> & Partial<TimelineEntry>;

/** An entry with only what it says. */
export function entry(said: Said): TimelineEntry {
  return { ...NOTHING, ...said };
}

const YIELDS: readonly string[] = ['yield_min', 'yield_max', 'payout_currency'];

function kindOf(input: string): TimelineKind {
  if (STRUCTURE_FACTS.includes(input)) return 'flags';
  return YIELDS.includes(input) ? 'yields' : 'inputs';
}

function proposals(db: Queries, providerId: string) {
  return db
    .selectFrom('proposals')
    .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
    .select(['proposals.id as proposal_id', 'input_id', 'value', 'renewal', 'evidence_id', 'grade'])
    .where('proposals.provider_id', '=', providerId);
}

/** Once somebody has decided, the decision says it all. */
const proposed: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('staff', 'staff.id', 'proposals.proposed_by')
    .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['proposed_at', 'staff.name'])
    .where('decisions.proposal_id', 'is', null)
    .execute();
  return rows.map(({ proposed_at, name, input_id, renewal: _, ...row }) =>
    entry({
      ...row,
      ...{ id: `proposed ${row.proposal_id}`, at: proposed_at, kind: kindOf(input_id), what: 'proposed' },
      ...{ who: name, input: input_id },
    }),
  );
};

const decided: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .innerJoin('staff', 'staff.id', 'decisions.decided_by')
    .select(['decided_at', 'decision', 'reason', 'staff.name'])
    .execute();
  return rows.map(({ decided_at, decision, reason, name, input_id, renewal, ...row }) =>
    entry({
      ...row,
      ...{ id: `decided ${row.proposal_id}`, at: decided_at, kind: kindOf(input_id) },
      what: decision === 'approved' && renewal === 1 ? 'renewed' : decision,
      ...{ who: name, input: input_id, text: reason },
    }),
  );
};

const retracted: TimelineSource = async (db, providerId) => {
  const rows = await proposals(db, providerId)
    .innerJoin('retractions', 'retractions.proposal_id', 'proposals.id')
    .leftJoin('staff', 'staff.id', 'retractions.retracted_by')
    .select(['retracted_at', 'reason', 'staff.name'])
    .execute();
  return rows.map(({ retracted_at, reason, name, input_id, renewal: _, ...row }) =>
    entry({
      ...row,
      ...{ id: `retracted ${row.proposal_id}`, at: retracted_at, kind: 'corrections', what: 'retracted' },
      ...{ who: name, input: input_id, text: reason },
    }),
  );
};

/** Each piece once, however many values it supports. */
const evidence: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('evidence')
    .innerJoin('staff', 'staff.id', 'evidence.recorded_by')
    .select(['evidence.id', 'evidence.title', 'evidence.grade', 'evidence.recorded_at', 'staff.name'])
    .where('evidence.id', 'in', (from) =>
      from.selectFrom('proposals').select('evidence_id').where('provider_id', '=', providerId),
    )
    .execute();
  return rows.map(({ id, title, grade, recorded_at, name }) =>
    entry({
      ...{ id: `evidence ${id}`, at: recorded_at, kind: 'evidence', what: 'recorded' },
      ...{ who: name, text: title, grade, evidence_id: id },
    }),
  );
};

const publications: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .leftJoin('staff', 'staff.id', 'publications.published_by')
    .select([
      'verification_id',
      'indicators.published_at',
      'indicators.kind',
      'corrects',
      'correction_reason',
    ])
    .select(['final_score', 'risk_band', 'publications.run_id', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map((row) =>
    entry({
      ...{ id: `indicator ${row.verification_id}`, at: row.published_at, what: row.kind },
      kind: row.corrects === null ? 'publications' : 'corrections',
      ...{ who: row.name, text: row.correction_reason, run_id: row.run_id },
      ...{ verification_id: row.verification_id, score: row.final_score, band: row.risk_band },
    }),
  );
};

const withdrawals: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('withdrawals')
    .leftJoin('staff', 'staff.id', 'withdrawals.approved_by')
    .select(['withdrawals.id', 'verification_id', 'reason', 'withdrawn_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, verification_id, reason, withdrawn_at, name }) =>
    entry({
      ...{ id: `withdrawal ${id}`, at: withdrawn_at, kind: 'publications', what: 'withdrawn' },
      ...{ who: name, text: reason, verification_id },
    }),
  );
};

const staleness: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('stale_marks')
    .select(['seq', 'verification_id', 'marked_at', 'stale_since', 'stale_reason'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map((row) =>
    entry({
      ...{ id: `mark ${row.seq}`, at: row.marked_at, kind: 'staleness' },
      what: row.stale_since === null ? 'no_longer_stale' : 'stale',
      ...{ text: staleReasonOf(row), verification_id: row.verification_id },
    }),
  );
};

const withdrawalRequests: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('withdrawal_requests')
    .innerJoin('staff', 'staff.id', 'withdrawal_requests.asked_by')
    .select(['withdrawal_requests.id', 'verification_id', 'reason', 'asked_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, verification_id, reason, asked_at, name }) =>
    entry({
      ...{ id: `request ${id}`, at: asked_at, kind: 'requests', what: 'withdrawal_requested' },
      ...{ who: name, text: reason, verification_id },
    }),
  );
};

/** Corrections and reinstatements wait for a second person from when they are drafted. */
const drafts: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('runs')
    .leftJoin('staff', 'staff.id', 'runs.created_by')
    .select(['runs.id', 'runs.kind', 'runs.status', 'runs.reason', 'runs.created_at', 'staff.name'])
    .where('runs.kind', 'in', ['correction', 'reinstatement'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('run_items')
          .select('run_id')
          .whereRef('run_items.run_id', '=', 'runs.id')
          .where('provider_id', '=', providerId),
      ),
    )
    .execute();
  return rows.map(({ id, kind, status, reason, created_at, name }) =>
    entry({
      ...{ id: `draft ${id}`, at: created_at, kind: 'requests', what: `${kind}_drafted` },
      ...{ who: name, text: reason, run_id: id, value: status },
    }),
  );
};

const notes: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('provider_notes')
    .innerJoin('staff', 'staff.id', 'provider_notes.written_by')
    .select(['provider_notes.id', 'text', 'written_at', 'staff.name'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ id, text, written_at, name }) =>
    entry({ id: `note ${id}`, at: written_at, kind: 'notes', what: 'noted', who: name, text }),
  );
};

const records: TimelineSource = async (db, providerId) => {
  const rows = await db
    .selectFrom('provider_versions')
    .leftJoin('staff', 'staff.id', 'provider_versions.recorded_by')
    .select(['version', 'recorded_at', 'provider_versions.name as text', 'staff.name as who'])
    .where('provider_id', '=', providerId)
    .execute();
  return rows.map(({ version, recorded_at, text, who }) =>
    entry({
      ...{ id: `version ${String(version).padStart(6, '0')}`, at: recorded_at, kind: 'record', who, text },
      what: version === 1 ? 'added' : 'changed',
    }),
  );
};

/** Which kinds of entries each source can have. */
const SOURCES: readonly [read: TimelineSource, kinds: readonly TimelineKind[]][] = [
  [proposed, ['inputs', 'flags', 'yields']],
  [decided, ['inputs', 'flags', 'yields']],
  [retracted, ['corrections']],
  [evidence, ['evidence']],
  [publications, ['publications', 'corrections']],
  [withdrawals, ['publications']],
  [staleness, ['staleness']],
  [withdrawalRequests, ['requests']],
  [drafts, ['requests']],
  [notes, ['notes']],
  [records, ['record']],
];

const TIMELINE_ORDER = new ListOrder<TimelineEntry>(
  'timeline',
  [
    { by: 'at', type: 'integer', descending: true },
    { by: 'id', type: 'text', descending: true },
  ],
  ({ at, id }) => [at, id],
);

/** Newest first. What is known about one provider is short enough to be read as a whole. */
export async function providerTimeline(
  { store: { db } }: Context,
  idOrSlug: string,
  kind: TimelineKind | undefined,
  page: WantedPage,
): Promise<Page<TimelineEntry>> {
  const { id } = await requireProvider(db, idOrSlug);
  const entries: TimelineEntry[] = [];
  for (const [read, kinds] of SOURCES) {
    if (kind !== undefined && !kinds.includes(kind)) continue;
    for (const entry of await read(db, id))
      if (kind === undefined || entry.kind === kind) entries.push(entry);
  }
  return TIMELINE_ORDER.pageOfAll(entries, page);
}

// Lists proposals with their status and evidence.

import { sql } from 'kysely';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries } from '../../store/store.ts';
import { requireProvider } from '../providers/providers.ts';
import { type BelongsTo, belongings, NOBODY } from './evidence-owner.ts';
import { decidersOf, pendingOf } from './pending-rows.ts';
import { proposalDigest } from './proposal-digest.ts';
import { messagesAbout, type ProposalMessage } from './questions.ts';

export const PROPOSAL_STATUSES = ['open', 'approved', 'rejected', 'superseded', 'retracted'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export interface ProposalEvidence {
  id: string;
  kind: string;
  title: string;
  url: string | null;
  page: string | null;
  quote: string | null;
  /** The place on the page, if there is no quote. */
  region: string | null;
  evidence_date: string;
  grade: string;
  /** Who issued the document; null if it was not recorded. */
  source: string | null;
  /** Why the grade is better than the one that follows from kind and source. */
  grade_reason: string | null;
  belongs_to: BelongsTo;
  /** Of the stored copy; null, like the media type, if there is none. */
  sha256: string | null;
  media_type: string | null;
  /** Whether the reader has opened the stored copy; null without a copy, or if nobody is signed in. */
  opened: boolean | null;
}

export interface PendingDecision {
  decision: 'approved' | 'rejected';
  decided_by: string;
  decided_by_name: string;
  decided_at: number;
  in_force_at: number;
  reason: string | null;
  /** Set if it could not be put in force. */
  lapsed_at: number | null;
  lapsed_because: string | null;
}

export interface Proposal {
  id: string;
  batch_id: string;
  /** null, like the slug, for a reference rate. */
  provider_id: string | null;
  slug: string | null;
  provider_name: string | null;
  /** The currency of a reference rate; otherwise null. */
  currency: string | null;
  input: string;
  value: string;
  renewal: boolean;
  status: ProposalStatus;
  evidence: ProposalEvidence & {
    /** Whether it was shown to the reader; null like `opened`. */
    shown: boolean | null;
  };
  facts: Record<string, string>;
  /** Of what is shown of it; a decision can name it. */
  digest: string;
  proposed_by: string;
  proposed_by_name: string;
  proposed_at: number;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: number | null;
  /** Whether the person who decided had opened the document. */
  decided_opened: boolean | null;
  reason: string | null;
  /** What the analyst wrote for the reviewer. */
  note: string | null;
  /** Why what is unusual is right: the proposer, and the person who approved it. */
  confirmation: string | null;
  decided_confirmation: string | null;
  /** Why evidence of another provider supports the value. */
  shared_reason: string | null;
  /** A decision that can still be taken back, or that lapsed. */
  pending: PendingDecision | null;
  messages: ProposalMessage[];
}

export interface ProposalFilter {
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  status?: ProposalStatus | undefined;
  batch?: string | undefined;
  /** Id or slug. */
  provider?: string | undefined;
  /** Id or name. */
  proposer?: string | undefined;
  input?: string | undefined;
  /** SHA-256 of a stored document, or the title of evidence. */
  document?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  decided_since?: number | undefined;
}

export const PROPOSAL_ORDER = timeOrder<Proposal>(
  'inputs',
  'oldest',
  ['proposals.proposed_at', 'proposals.id'],
  ({ proposed_at, id }) => [proposed_at, id],
);

/** An approved value is superseded by approved evidence of a later day, or by a later approval for the same day. */
const STATUS = sql<ProposalStatus>`case
  when decisions.decision is null then 'open'
  when decisions.decision = 'rejected' then 'rejected'
  when retractions.proposal_id is not null then 'retracted'
  when exists (
    select 1 from proposals p
    join decisions d on d.proposal_id = p.id and d.decision = 'approved'
    join evidence e on e.id = p.evidence_id
    left join retractions r on r.proposal_id = p.id
    where (p.provider_id = proposals.provider_id or p.currency = proposals.currency)
      and p.input_id = proposals.input_id and r.proposal_id is null
      and (e.evidence_date, d.decided_at, p.id) > (evidence.evidence_date, decisions.decided_at, proposals.id)
  ) then 'superseded'
  else 'approved' end`;

const PROVIDER_NAME = sql<string | null>`(
  select v.name from provider_versions v where v.provider_id = proposals.provider_id
  order by v.version desc limit 1)`;

/** Few have any, so that they are read only for those. */
const HAS_MESSAGES = sql<number>`case when exists (
    select 1 from proposal_messages m where m.proposal_id = proposals.id
  ) then 1 else 0 end`;

function shownTo(reader: string) {
  return sql<number>`case when exists (
    select 1 from evidence_showings s where s.staff_id = ${reader} and s.evidence_id = proposals.evidence_id
  ) then 1 else 0 end`;
}

/** Oldest first. `reader` is the id of the member of staff who reads the list. */
export async function listProposals(
  db: Queries,
  filter: ProposalFilter = {},
  reader: string | null = null,
  portion: Portion = {},
): Promise<Proposal[]> {
  const { id, ids, status, batch, provider, proposer, input, document, since, until, decided_since } = filter;
  let query = proposalRows(db, reader);
  if (id !== undefined) query = query.where('proposals.id', '=', id);
  if (ids !== undefined) query = query.where('proposals.id', 'in', ids);
  if (status !== undefined) query = query.where(STATUS, '=', status);
  const fewOfStatus = status === undefined ? null : withStatus(db, status);
  if (fewOfStatus !== null) query = query.where('proposals.id', 'in', fewOfStatus);
  if (batch !== undefined) query = query.where('proposals.batch_id', '=', batch);
  if (provider !== undefined) {
    query = query.where('proposals.provider_id', '=', (await requireProvider(db, provider)).id);
  }
  if (proposer !== undefined) {
    query = query.where('proposals.proposed_by', 'in', await staffCalled(db, proposer));
  }
  if (input !== undefined) query = query.where('proposals.input_id', '=', input);
  if (document !== undefined) {
    query = query.where(({ eb, or }) =>
      or([eb('evidence.sha256', '=', document), eb('evidence.title', '=', document)]),
    );
  }
  if (since !== undefined) query = query.where('proposals.proposed_at', '>=', since);
  if (until !== undefined) query = query.where('proposals.proposed_at', '<=', until);
  if (decided_since !== undefined) query = query.where('decisions.decided_at', '>=', decided_since);
  const rows = await PROPOSAL_ORDER.select(query, portion).execute();
  const messages = await messagesAbout(
    db,
    rows.filter(({ has_messages }) => has_messages === 1).map((row) => row.id),
  );
  const pending = await pendingShown(
    db,
    rows.filter((row) => row.status === 'open').map((row) => row.id),
  );
  const owners = await belongings(
    db,
    rows.map((row) => row.evidence_id),
  );
  return rows.map((row) =>
    asProposal(row, reader, messages.get(row.id) ?? [], pending.get(row.id) ?? null, owners),
  );
}

/** The proposals that can have a status which few have, so that they are not looked for among all; null for other statuses. */
function withStatus(db: Queries, status: ProposalStatus) {
  switch (status) {
    case 'open':
      return db.selectFrom('open_proposals').select('proposal_id');
    case 'rejected':
      return db.selectFrom('decisions').select('proposal_id').where('decision', '=', 'rejected');
    case 'retracted':
      return db.selectFrom('retractions').select('proposal_id');
    default:
      return null;
  }
}

export async function requireProposal(db: Queries, id: string, reader: string | null): Promise<Proposal> {
  const [proposal] = await listProposals(db, { id }, reader);
  if (proposal !== undefined) return proposal;
  throw new Refusal('not_found', `There is no proposal ${id}. Run rf inputs list to see the open ones.`);
}

/** Several people can have had the same name, one after the other. */
export async function staffCalled(db: Queries, idOrName: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where(({ eb, or }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .execute();
  if (rows.length === 0) {
    throw new Refusal('not_found', `No member of staff has the id or name "${idOrName}".`);
  }
  return rows.map(({ id }) => id);
}

function proposalRows(db: Queries, reader: string | null) {
  return (
    db
      .selectFrom('proposals')
      .leftJoin('providers', 'providers.id', 'proposals.provider_id')
      .innerJoin('evidence', 'evidence.id', 'proposals.evidence_id')
      .leftJoin('documents', 'documents.sha256', 'evidence.sha256')
      .leftJoin('document_openings', (join) =>
        join
          .onRef('document_openings.sha256', '=', 'evidence.sha256')
          .on('document_openings.staff_id', '=', reader ?? ''),
      )
      .leftJoin('decisions', 'decisions.proposal_id', 'proposals.id')
      .leftJoin('staff as decider', 'decider.id', 'decisions.decided_by')
      .leftJoin('retractions', 'retractions.proposal_id', 'proposals.id')
      .leftJoin('proposal_notes', 'proposal_notes.proposal_id', 'proposals.id')
      .selectAll('proposals')
      .select(PROVIDER_NAME.as('provider_name'))
      .select([shownTo(reader ?? '').as('shown'), HAS_MESSAGES.as('has_messages')])
      // Not by a join: SQLite would read the proposals of one person after the other, and sort them all for each page.
      .select(sql<string>`(select name from staff where id = proposals.proposed_by)`.as('proposed_by_name'))
      .select(['providers.slug', 'decider.name as decided_by_name'])
      .select(['decisions.decided_by', 'decisions.decided_at'])
      .select(['decisions.opened as decided_opened', 'decisions.reason'])
      .select(['evidence.kind', 'evidence.title', 'evidence.url', 'evidence.page', 'evidence.quote'])
      .select(['evidence.evidence_date', 'evidence.grade', 'evidence.sha256', 'documents.media_type'])
      .select(['evidence.region', 'evidence.source', 'evidence.grade_reason'])
      .select('decisions.confirmation as decided_confirmation')
      .select(['document_openings.opened_at', 'proposal_notes.note', STATUS.as('status')])
  );
}

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposalRows>['executeTakeFirstOrThrow']>>;

function asProposal(
  row: ProposalRow,
  reader: string | null,
  messages: ProposalMessage[],
  pending: PendingDecision | null,
  owners: ReadonlyMap<string, BelongsTo>,
): Proposal {
  return {
    id: row.id,
    batch_id: row.batch_id,
    provider_id: row.provider_id,
    slug: row.slug,
    provider_name: row.provider_name,
    currency: row.currency,
    input: row.input_id,
    value: row.value,
    renewal: row.renewal === 1,
    status: row.status,
    evidence: {
      id: row.evidence_id,
      kind: row.kind,
      title: row.title,
      url: row.url,
      page: row.page,
      quote: row.quote,
      region: row.region,
      evidence_date: row.evidence_date,
      grade: row.grade,
      source: row.source,
      grade_reason: row.grade_reason,
      belongs_to: owners.get(row.evidence_id) ?? NOBODY,
      sha256: row.sha256,
      media_type: row.media_type,
      opened: reader === null || row.sha256 === null ? null : row.opened_at !== null,
      shown: reader === null || row.sha256 === null ? null : row.shown === 1,
    },
    facts: JSON.parse(row.facts),
    digest: proposalDigest(row),
    proposed_by: row.proposed_by,
    proposed_by_name: row.proposed_by_name,
    proposed_at: row.proposed_at,
    decided_by: row.decided_by,
    decided_by_name: row.decided_by_name,
    decided_at: row.decided_at,
    decided_opened: row.decided_opened === null ? null : row.decided_opened === 1,
    reason: row.reason,
    note: row.note,
    confirmation: row.confirmation,
    decided_confirmation: row.decided_confirmation,
    shared_reason: row.shared_reason,
    pending,
    messages,
  };
}

async function pendingShown(db: Queries, ids: readonly string[]): Promise<Map<string, PendingDecision>> {
  const rows = [...(await pendingOf(db, ids)).values()];
  const names = await decidersOf(db, rows);
  return new Map(
    rows.map(
      ({ proposal_id, decision, decided_by, decided_at, in_force_at, reason, lapsed_at, lapsed_because }) => [
        proposal_id,
        {
          ...{ decision, decided_by, decided_by_name: names.get(decided_by)!, decided_at },
          ...{ in_force_at, reason, lapsed_at, lapsed_because },
        },
      ],
    ),
  );
}

// What the committee decides: each matter with its votes, its minutes and its outcome, which follows from the votes by a
// rule. Votes are cast by people who have just signed in, never with a token.

import { VOTER_ROLES } from '../committee-rule.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import {
  Done,
  GivenInstant,
  Id,
  Instant,
  lines,
  NoInput,
  PageInput,
  pageOf,
  Requested,
  strict,
  text,
} from './forms.ts';

/** The kinds of an item of a draft, then those of matters that are opened by themselves. */
export const MATTER_KINDS = [
  'initial',
  'band_change',
  'correction',
  'reinstatement',
  'withdrawal',
  'review',
  'review_end',
] as const;

export const MATTER_STATES = ['open', 'accepted', 'refused', 'done', 'gone'] as const;
export const REVIEW_DIRECTIONS = ['up', 'down', 'developing'] as const;

const MatterKind = Type.Enum([...MATTER_KINDS], { type: 'string' });
const MatterState = Type.Enum([...MATTER_STATES], {
  type: 'string',
  description:
    'open: being voted on. accepted: decided, and not published yet. done: published or performed. gone: it can no longer be decided, because the draft was discarded, the request cancelled, or another indicator took its place.',
});
const MatterId = text('Id of a matter, as committee.list gives it.', 300);
const MatterSeen = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'What of the matter the caller has seen, as committee.list and committee.show give it.',
});
const Choice = Type.Enum(['for', 'against'], { type: 'string' });
const Cast = nullable(Type.Enum(['for', 'against', 'recused'], { type: 'string' }));
const Hundredths = nullable(Type.Integer(), { description: 'In hundredths.' });
const Band = nullable(Type.String());

const ReviewProposal = strict({
  direction: nullable(Type.Enum([...REVIEW_DIRECTIONS], { type: 'string' }), {
    description: 'Null if the matter ends a review.',
  }),
  reason: Type.String(),
  until: nullable(Instant),
});

const matterMembers = {
  matter: MatterId,
  kind: MatterKind,
  state: MatterState,
  run: nullable(Id, { description: 'The draft; null for a matter that is opened by itself.' }),
  as_of: nullable(Instant, { description: 'The scoring time of the item; null without a draft.' }),
  provider_id: nullable(Id, {
    description: 'Null, like slug and name, for a correction of a reference rate that restates nothing.',
  }),
  slug: nullable(Type.String()),
  name: nullable(Type.String()),
  previous_score: Hundredths,
  previous_band: Band,
  new_score: Hundredths,
  new_band: Band,
  reason: nullable(Type.String(), { description: 'Why it was asked for, if somebody said so.' }),
  review: nullable(ReviewProposal, { description: 'Of a matter about a review.' }),
  opened_at: Instant,
  seen: MatterSeen,
  for: Type.Integer({ description: 'Votes that count.' }),
  against: Type.Integer(),
  recused: Type.Integer(),
  quorum: Type.Integer({ description: 'How many votes it needs.' }),
  your_vote: Cast,
};

const Missing = strict({
  code: Type.Enum(['quorum', 'chair', 'independent', 'unread', 'minute', 'changed'], { type: 'string' }),
  text: Type.String({ description: 'A sentence.' }),
});

const Consequence = strict({
  outcome: nullable(Type.Enum(['accepted', 'refused'], { type: 'string' }), {
    description: 'What would be decided; null if the matter would stay open.',
  }),
  because: Type.String({ description: 'A sentence.' }),
  for: Type.Integer(),
  against: Type.Integer(),
  missing: Type.Array(Missing),
});

const Touched = strict({
  input: Type.String(),
  as: Type.Enum(['proposed', 'approved'], { type: 'string' }),
});

const Member = strict({
  staff_id: Id,
  name: Type.String(),
  roles: Type.Array(Type.String()),
  is_chair: Type.Boolean({ description: 'Who chairs this matter: the deputy, if the chair is recused.' }),
  is_you: Type.Boolean(),
  vote: Cast,
  at: nullable(Instant, { description: 'Of the vote or the recusal.' }),
  words: nullable(Type.String(), { description: 'Of a dissent, or the reason of a recusal.' }),
  counts: Type.Boolean({
    description:
      'Whether the vote counts: its author is on the staff with the role, and saw the matter as it is now.',
  }),
  touched: Type.Array(Touched, { description: 'The changed values that this person proposed or approved.' }),
  unread: Type.Array(Type.String(), {
    description: 'The changed inputs whose evidence was not on this person’s screen.',
  }),
});

const MatterInput = strict({
  input: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  proposal_id: nullable(Id, { description: 'Null, like what follows, for a value that runs derive.' }),
  evidence_id: nullable(Id),
  document: nullable(Type.String(), { description: 'SHA-256 of its document; null if none is stored.' }),
  proposed_by: nullable(Type.String(), { description: 'Name.' }),
  approved_by: nullable(Type.String(), { description: 'Name.' }),
  read_by: Type.Array(strict({ staff_id: Id, name: Type.String(), at: Instant }), {
    description: 'On whose screen its evidence was, with its quote or page.',
  }),
  read_by_you: nullable(Instant),
  is_read: Type.Boolean({
    description: 'Whether a voter in favour read it, or it has no document to read.',
  }),
  waived: nullable(strict({ name: Type.String(), at: Instant, sentence: Type.String() }), {
    description: 'Why the chair did without a reader.',
  }),
});

const MinuteLine = strict({
  at: Instant,
  staff_id: nullable(Id),
  name: Type.String(),
  kind: Type.Enum(['opened', 'read', 'vote', 'recusal', 'waiver', 'minute', 'outcome'], { type: 'string' }),
  text: Type.String({ description: 'A sentence. A line of the kind minute is what its author wrote.' }),
});

const Outcome = strict({
  outcome: Type.Enum(['accepted', 'refused'], { type: 'string' }),
  at: Instant,
  because: Type.String({ description: 'A sentence.' }),
  for: Type.Integer(),
  against: Type.Integer(),
  independence: Type.Enum(['required', 'not_required'], {
    type: 'string',
    description: 'Whether the rule of independence held for this matter.',
  }),
});

const MatterVotes = Type.Array(strict({ matter: MatterId, seen: MatterSeen }), {
  minItems: 1,
  maxItems: 1000,
  description: 'The matters, each as the caller has seen it.',
});

const Minute = lines('A line for the minutes.', 4000);

export const matterRecords = {
  'committee.open': { sentence: 'Brought a matter before the committee' },
  'committee.vote': { sentence: 'Voted in the committee', news: '{count|count vote} cast' },
  'committee.recuse': { sentence: 'Recused themselves in the committee' },
  'committee.waive': { sentence: 'Waived, as the chair, that evidence was read' },
  'committee.minute': { sentence: 'Added to the minutes of the committee' },
  'committee.decide': {
    sentence: ['The committee decided: {after.outcome}', 'The committee decided'],
    news: '{count|count matter} decided by the committee',
  },
  'committee.appoint': {
    sentence: ['Named the {after.office} of the committee', 'Named the chair or the deputy of the committee'],
  },
} satisfies AuditTable;

export const matterActs = {
  'committee.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists the matters of the committee, oldest first: the items of drafts that it decides, withdrawals and reviews.',
    input: strict({
      state: Type.Optional(MatterState),
      run: Type.Optional(text('Only the items of this draft.', 100)),
      ...PageInput,
    }),
    answer: pageOf(strict(matterMembers)),
    command: {
      name: 'committee list',
      options: { state: { default: 'open' } },
      columns: {
        KIND: '{kind}',
        PROVIDER: '{slug}',
        FOR: '{for}',
        AGAINST: '{against}',
        QUORUM: '{quorum}',
        '': '{state}',
      },
      none: 'nothing waits for the committee',
    },
  }),
  'committee.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows a matter of the committee: its members, votes, changed inputs and minutes, and what each vote of the caller would decide.',
    input: strict({ matter: MatterId }),
    answer: strict({
      ...matterMembers,
      independence: Type.Enum(['required', 'not_required'], {
        type: 'string',
        description: 'Whether it needs a vote for it of somebody who proposed and approved no changed value.',
      }),
      needs_chair: Type.Boolean({ description: 'Whether the chair must vote for it.' }),
      needs_minute: Type.Boolean({ description: 'Whether somebody must write a line of the minutes.' }),
      members: Type.Array(Member, { description: 'The chair first, then by name.' }),
      missing: Type.Array(Missing, { description: 'What it still needs to be decided.' }),
      outcome: nullable(Outcome),
      inputs: Type.Array(MatterInput, {
        description: 'Of a first indicator all inputs, otherwise those with another value or grade.',
      }),
      documents: strict(
        { all: Type.Integer(), read_by_you: Type.Integer() },
        { description: 'Behind the changed inputs; each document is counted once.' },
      ),
      minutes: Type.Array(MinuteLine, { description: 'Newest first.' }),
      may_vote: Type.Boolean(),
      why_not: nullable(Type.String(), { description: 'Why the caller cannot vote; null if they can.' }),
      may_waive: Type.Boolean({ description: 'Whether the caller chairs it, and something is unread.' }),
      if_you: nullable(strict({ vote_for: Consequence, vote_against: Consequence, recuse: Consequence }), {
        description: 'What would follow; null if the caller cannot vote.',
      }),
    }),
  }),
  'committee.rule': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows the rule of the committee, and who votes by it now.',
    input: NoInput,
    answer: strict({
      quorum: Type.Integer({
        description: 'As the rule says it; fewer, never under two, if the staff has fewer voters.',
      }),
      independence: Type.Boolean(),
      names_public: Type.Boolean(),
      chair: nullable(strict({ staff_id: Id, name: Type.String() })),
      deputy: nullable(strict({ staff_id: Id, name: Type.String() })),
      is_chair_by_office: Type.Boolean({
        description: 'Whether the chair is the chief risk officer, because the rule names nobody.',
      }),
      voters: Type.Array(strict({ staff_id: Id, name: Type.String(), roles: Type.Array(Type.String()) })),
    }),
    command: {
      name: 'committee rule',
      prints: [
        'Quorum: {quorum}',
        'Independence: {independence}',
        'Names public: {names_public}',
        'Chair: {chair.name}',
        'Deputy: {deputy.name}',
      ],
    },
  }),
  'committee.vote': act({
    kind: 'act',
    bySession: true,
    publishes: true,
    who: { staff: VOTER_ROLES },
    description:
      'Votes on matters of the committee. The newest vote of a person counts, until the outcome closes the matter.',
    input: strict({
      matters: MatterVotes,
      vote: Choice,
      dissent: Type.Optional(lines('Why the caller is against it; kept on record.', 4000)),
      minute: Type.Optional(Minute),
    }),
    answer: strict({
      matters: Type.Array(strict({ matter: MatterId, state: MatterState, missing: Type.Array(Missing) })),
    }),
    audit: ['committee.vote'],
    sometimes: ['committee.decide', 'committee.minute', 'indicator.withdraw', 'review.start', 'review.end'],
  }),
  'committee.recuse': act({
    kind: 'act',
    bySession: true,
    who: { staff: VOTER_ROLES },
    description: 'Recuses the caller from matters of the committee. The quorum stays.',
    input: strict({ matters: MatterVotes, reason: lines('Reason, kept on record.', 4000) }),
    answer: Done,
    audit: ['committee.recuse'],
    sometimes: ['committee.decide'],
  }),
  'committee.waive': act({
    kind: 'act',
    bySession: true,
    publishes: true,
    who: { staff: VOTER_ROLES },
    description: 'Lets a matter be decided although no voter in favour has read some evidence: by its chair.',
    input: strict({
      matters: MatterVotes,
      inputs: Type.Optional(
        Type.Array(text('Name of an input.', 100), { description: 'All that nobody read, if absent.' }),
      ),
      sentence: lines('Why it is enough, kept on record.', 2000),
    }),
    answer: Done,
    audit: ['committee.waive'],
    sometimes: ['committee.decide', 'indicator.withdraw', 'review.start', 'review.end'],
  }),
  'committee.minute': act({
    kind: 'act',
    bySession: true,
    publishes: true,
    who: { staff: VOTER_ROLES },
    description: 'Adds a line to the minutes of matters that are being decided.',
    input: strict({ matters: MatterVotes, text: Minute }),
    answer: Done,
    audit: ['committee.minute'],
    sometimes: ['committee.decide', 'indicator.withdraw', 'review.start', 'review.end'],
  }),
  'committee.propose_review': act({
    kind: 'act',
    who: { staff: VOTER_ROLES },
    description: 'Asks the committee to put an indicator under review, or to end its review.',
    input: strict({
      provider: text('Id or slug of a provider.', 100),
      direction: Type.Optional(
        Type.Enum([...REVIEW_DIRECTIONS], {
          type: 'string',
          description: 'Where the review may lead; absent to end the review.',
        }),
      ),
      reason: lines('Reason; it is published.', 1200),
      until: Type.Optional(GivenInstant),
    }),
    answer: strict({ matter: MatterId }),
    creates: true,
    audit: ['committee.open'],
  }),
  'committee.appoint': act({
    kind: 'act',
    request: {
      kind: 'Rule of the committee',
      sentence: 'Name {person|staff} as the {office} of the committee',
    },
    who: {
      staff: ['operator', 'chief_risk_officer'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Names the chair of the committee, or the deputy of a recused chair.',
    input: strict({
      office: Type.Enum(['chair', 'deputy'], { type: 'string' }),
      person: text('Name or id of a member of staff who votes.', 120),
    }),
    answer: Requested,
    command: {
      name: 'committee appoint',
      description: 'Request to name the chair or the deputy, which a second person approves.',
      arguments: ['office', 'person'],
      prints: '{given.person} is the {given.office}',
    },
    audit: ['request.made'],
    sometimes: ['committee.appoint'],
  }),
};

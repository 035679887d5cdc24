// The file of a provider: where it stands, the sheet of its inputs, its history, and one timeline of all that happened.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Id, Instant, PageInput, pageOf, strict, text } from './forms.ts';
import { ListedProvider } from './listed-provider.ts';

const WhichProvider = text('Id or slug of a provider.', 100);
const hundredths = (description: string) => nullable(Type.Integer(), { description });

const Published = strict({
  verification_id: Type.String(),
  score: Type.Integer({ description: 'In hundredths.' }),
  band: Type.String(),
  as_of: Instant,
  published_at: Instant,
  verified_at: Instant,
  framework_version: Type.String(),
  stale_since: nullable(Instant),
  stale_reason: nullable(Type.String()),
  corrects: nullable(Type.String(), { description: 'The indicator that it corrects.' }),
});

const WithdrawalRequest = strict({
  id: Id,
  reason: Type.String(),
  asked_by: Id,
  asked_by_name: Type.String(),
  asked_at: Instant,
});

const OpenDraft = strict({
  run_id: Id,
  kind: Type.String({ description: 'Of the run, such as correction.' }),
  score: hundredths('In hundredths; null if there is none.'),
  band: nullable(Type.String()),
  created_by_name: Type.String(),
  created_at: Instant,
  waits_for: nullable(Type.String(), {
    description: 'What the committee still needs, or why it refused; null if it can be published.',
  }),
});

const SheetRow = strict({
  input: Type.String(),
  kind: Type.Enum(['gate', 'criterion', 'fact'], { type: 'string' }),
  label: Type.String(),
  module: nullable(Type.String(), { description: 'Name of the module; only of criteria.' }),
  value: nullable(Type.String(), { description: 'Null, like what follows from evidence, if there is none.' }),
  grade: nullable(Type.String()),
  evidence_date: nullable(Type.String()),
  evidence_id: nullable(Id),
  proposal_id: nullable(Id),
  derived_from: Type.Array(Type.String(), { description: 'Inputs that the value follows from; or empty.' }),
  age_days: nullable(Type.Integer()),
  max_age_days: nullable(Type.Integer(), { description: 'The age from which evidence loses points.' }),
  status: Type.Enum(['scored', 'stale', 'expired', 'missing'], { type: 'string' }),
  points: hundredths('Points that it adds to the score; only of criteria, if there is a score.'),
  weight: hundredths('Points that it could add.'),
  lost: hundredths('Points lost against 100.00; the parts add up exactly.'),
});

const ContestedValue = strict({
  input: Type.String(),
  label: Type.String(),
  value: Type.String(),
  grade: Type.String(),
  evidence_date: Type.String(),
  needs: Type.String({ description: 'The grade of evidence that it would take.' }),
  proposal_id: nullable(Id),
  evidence_id: nullable(Id),
  in_force: nullable(
    strict({ value: Type.String(), grade: nullable(Type.String()), evidence_date: nullable(Type.String()) }),
  ),
});

const OutlookSeries = {
  first_band_change: nullable(strict({ date: Type.String(), from: Type.String(), to: Type.String() })),
  steps: Type.Array(
    strict({
      from: Type.String({ description: 'The first of consecutive UTC days that are alike.' }),
      to: Type.String(),
      state: Type.Enum(['scored', 'stale', 'withdrawn'], { type: 'string' }),
      score: hundredths('In hundredths; null, like what follows, without a score.'),
      band: nullable(Type.String()),
      confidence: nullable(Type.String()),
      caps: Type.Array(strict({ rule_id: Type.String(), name: Type.String(), cap: Type.Integer() })),
    }),
  ),
};

const ProviderOutlook = strict({
  from: Type.String(),
  to: Type.String(),
  meaning: Type.String({ description: 'What it is, and what it is not.' }),
  first_lapse: nullable(
    strict({
      kind: Type.Enum(['criterion', 'gate'], { type: 'string' }),
      id: Type.String(),
      label: Type.String(),
      evidence_date: Type.String(),
      lapses_on: Type.String(),
      withdrawn_on: Type.String(),
    }),
  ),
  ...OutlookSeries,
  gates_renewed: strict(OutlookSeries),
});

const TIMELINE_KINDS = [
  'inputs',
  'evidence',
  'flags',
  'yields',
  'publications',
  'corrections',
  'staleness',
  'requests',
  'notes',
  'record',
] as const;
const TimelineKind = Type.Enum([...TIMELINE_KINDS], { type: 'string' });

const TimelineEntry = strict({
  id: Type.String({ description: 'Unique in the timeline.' }),
  at: Instant,
  kind: TimelineKind,
  what: Type.String({ description: 'What happened, such as approved.' }),
  who: nullable(Type.String(), { description: 'A name; null if the service did it.' }),
  input: nullable(Type.String()),
  value: nullable(Type.String()),
  grade: nullable(Type.String()),
  text: nullable(Type.String(), { description: 'A reason, a title or a note.' }),
  proposal_id: nullable(Id),
  evidence_id: nullable(Id),
  verification_id: nullable(Type.String()),
  run_id: nullable(Id),
  score: hundredths('Of an indicator, in hundredths.'),
  band: nullable(Type.String()),
});

export const providerFileActs = {
  'providers.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows where a provider stands, the sheet of its inputs, and what waits for a second person.',
    input: strict({ provider: WhichProvider }),
    answer: strict({
      provider: ListedProvider,
      published: nullable(Published),
      withdrawn: nullable(strict({ at: Instant, reason: Type.String() })),
      score_now: hundredths('The score that a run would give now.'),
      band_now: nullable(Type.String()),
      no_score_reason: nullable(Type.String(), { description: 'Why a run would give no score.' }),
      binding_rules: Type.Array(Type.String(), {
        description: 'Ids of the hard rules that limit the score.',
      }),
      framework_version: nullable(Type.String()),
      names_take_two: Type.Boolean({
        description:
          'Whether a change of its name, slug, website, subtype, other names or identifiers takes two people.',
      }),
      withdrawal_requests: Type.Array(WithdrawalRequest),
      drafts: Type.Array(OpenDraft, { description: 'Drafts with a result that is not published.' }),
      sheet: Type.Array(SheetRow, { description: 'Gates first, then criteria, then facts.' }),
      contested: Type.Array(ContestedValue),
      outlook: nullable(ProviderOutlook, {
        description:
          'The next 180 days of the published indicator if nothing is renewed, and if only gates are; null if nothing is published.',
      }),
    }),
  }),
  'providers.timeline': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists all that happened about a provider, newest first.',
    input: strict({ provider: WhichProvider, kind: Type.Optional(TimelineKind), ...PageInput }),
    answer: pageOf(TimelineEntry),
  }),
  'providers.peers': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows the providers of the same type that are nearest by score, safest first.',
    input: strict({ provider: WhichProvider }),
    answer: strict({
      planner_type: nullable(Type.String(), {
        description: 'Null, with no peers, without a current indicator.',
      }),
      count: Type.Integer({ description: 'How many providers of the type have a current indicator.' }),
      data: Type.Array(
        strict({
          rank: Type.Integer({ description: 'Among all of the type, safest first.' }),
          slug: Type.String(),
          name: Type.String(),
          score: Type.Integer({ description: 'In hundredths.' }),
          band: Type.String(),
          is_stale: Type.Boolean(),
        }),
        { description: 'The provider among up to three on each side.' },
      ),
    }),
  }),
  'providers.history': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows which indicator of a provider was served from when until when, oldest first.',
    input: strict({ provider: WhichProvider }),
    answer: strict({
      steps: Type.Array(
        strict({
          from: Instant,
          until: nullable(Instant),
          score: Type.Integer({ description: 'In hundredths.' }),
          band: Type.String(),
          kind: Type.String(),
          verification_id: Type.String(),
          framework_version: Type.String(),
          stale_reason: nullable(Type.String()),
        }),
      ),
      corrections: Type.Array(
        strict({ at: Instant, corrects: Type.String(), verification_id: Type.String() }),
      ),
    }),
  }),
};

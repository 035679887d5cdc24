// The report of a book as of a day: its figures, and what a committee or an auditor asks about them.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import {
  Amount,
  Count,
  Day,
  Decision,
  Figures,
  NamedExposure,
  nameMembers,
  Percent,
  share,
  whichState,
} from './book-figures.ts';
import { GivenInstant, Instant, strict, text } from './forms.ts';

const MigrationBand = Type.Enum(['LOW', 'MEDIUM', 'ELEVATED', 'HIGH', 'none', 'absent'], {
  type: 'string',
  description: 'none: without a score. absent: the name was not in the book.',
});

const DecidedName = strict({
  ...nameMembers,
  ...{ exposure: Amount, share: Percent, decision: Decision },
  decided_by: nullable(Type.String(), { description: 'The rule that decides; null for ALLOW.' }),
  sentence: Type.String(),
  cured_until: nullable(Type.String(), {
    description: 'The last of the days in which the policy lets the name be cured.',
  }),
});

const LiftedRule = strict({
  ...nameMembers,
  ...{ exposure: Amount, share: Percent, decision: Decision },
  rule: Type.String({ description: 'The rule that an exception of the policy lets pass.' }),
  reason: Type.String({ description: 'That of the exception.' }),
  until: Type.String({ description: 'The last UTC day on which the exception counts.' }),
});

const Report = strict({
  workspace: Type.String(),
  made_at: Instant,
  since: Type.String({ description: 'The day with whose end migration and change begin.' }),
  figures: strict(Figures),
  top: Type.Array(
    strict({
      ...NamedExposure.properties,
      loss: nullable(Type.Number({ description: 'Points that the name takes from the composite.' })),
      decision: nullable(Decision),
    }),
    { description: 'The ten names with the largest exposure.' },
  ),
  limit_names: Type.Array(
    strict({
      limit: Type.String({ description: 'The id of the limit.' }),
      name: nullable(Type.String(), { description: 'Null for a provider that is not in the book.' }),
    }),
    { description: 'The names that limits about a name are about.' },
  ),
  policy_digest: nullable(Type.String(), {
    description: 'The digest of the version in figures.policy; null without an active version.',
  }),
  against_policy: strict(
    share({ data: Type.Array(DecidedName, { description: 'At most 100, BLOCK first, the largest first.' }) }),
    { description: 'The names that the policy would review or block.' },
  ),
  exceptions: Type.Array(LiftedRule, {
    description:
      'The exceptions of the policy that let a name in the book pass, at most 100, the largest exposure first.',
  }),
  migration: strict(
    {
      names: Count,
      moved: Type.Integer({ minimum: 0, description: 'How many names are in another row than column.' }),
      cells: Type.Array(
        strict({
          ...{ from: MigrationBand, to: MigrationBand, names: Count },
          exposure_before: Amount,
          exposure_after: Amount,
          first: Type.Array(Type.String(), { description: 'At most three names, the largest first.' }),
        }),
        { description: 'Only those with names.' },
      ),
    },
    { description: 'From which band each name came since the date, and to which it went.' },
  ),
});

export const bookReportActs = {
  'books.report': act({
    kind: 'read',
    who: { member: MEMBER_ROLES },
    ofMember: true,
    description:
      'Gives the report of a book as of a day: figures, limits with what ends a breach, what the policy reviews, blocks and excepts, migration between bands, and the ten largest names. The console has it as two pages to print and as XLSX.',
    input: strict({
      book: text('Id of the book.', 64),
      ...whichState,
      known_at: Type.Optional(GivenInstant),
      since: Type.Optional(
        Day('With the end of this day migration and change begin: the quarter end before, if absent.'),
      ),
    }),
    answer: Report,
    command: {
      name: 'books report',
      arguments: ['book'],
      options: { known_at: { help: 'the book as it was known at this date-time' } },
      prints: [
        '{figures.name} as of {figures.effective_on}: {figures.names|count name}, {figures.total} {figures.currency} {figures.measure}',
        'Composite {figures.composite.score}, coverage {figures.composite.coverage} %',
        '{if against_policy.names}Against the policy: {against_policy.names|count name}, {against_policy.share} %',
        'Since {since}, {migration.moved|count name} changed band, entered or left',
        'All of it: the same command with --json. To print or as XLSX: the page of the report in the console',
      ],
    },
  }),
};

// The register of disclosures, which two people change, and the indicators that are under review.

import { REVIEW_DIRECTIONS } from '../schemas/analysis.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Id, Instant, lines, listOf, NoInput, Reason, Requested, strict, text } from './forms.ts';

const who = {
  staff: ['operator', 'reviewer', 'chief_risk_officer'],
  secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
} as const;

const published = (what: string) => Type.Optional(lines(`${what} It is published.`, 2000));

/** A member that a provider's entry leaves out is that of the entry for all. */
const entryMembers = {
  team: published('The team that is responsible for the indicators.'),
  solicited: Type.Optional(Type.Boolean({ description: 'Whether the provider asked for the indicator.' })),
  paid: Type.Optional(Type.Boolean({ description: 'Whether the provider pays for the indicator.' })),
  conflicts: published('Conflicts of interest that were declared.'),
  handling: published('How the declared conflicts were handled.'),
  sources: published('The sources of information.'),
  limits: published('What the framework does not measure.'),
};

export const disclosureRecords = {
  'disclosures.set': {
    topics: ['published'],
    sentence: 'Set the disclosures of {name ?? "all providers"}[: {after.reason}]',
  },
} satisfies AuditTable;

export const disclosureActs = {
  'disclosures.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the register of disclosures: the entry for all providers, and those of single ones.',
    input: NoInput,
    answer: listOf(
      strict({
        provider_id: nullable(Id, { description: 'Null for the entry for all providers.' }),
        slug: nullable(Type.String()),
        name: nullable(Type.String()),
        set_at: Instant,
        ...entryMembers,
      }),
    ),
    command: {
      name: 'disclosures list',
      lines: [
        '{name ?? "All providers"}, since {set_at}',
        '  Responsible: [{team}]',
        '  Solicited: [{solicited}]  Paid by the provider: [{paid}]',
        '  Conflicts: [{conflicts}]',
        '  Handling: [{handling}]',
        '  Sources: [{sources}]',
        '  Limits: [{limits}]',
      ],
      none: 'There are no disclosures. Run rf disclosures set.',
    },
  }),
  'disclosures.set': act({
    kind: 'act',
    request: {
      kind: 'Disclosures',
      sentence: 'Set the disclosures of {provider ?? "all providers"}[: {reason}]',
    },
    who,
    description:
      'Sets the disclosures for all providers or for one. An entry replaces the earlier one; what an entry of a provider leaves out is that of the entry for all.',
    input: strict({
      provider: Type.Optional(text('Id or slug of a provider; all providers if absent.', 100)),
      ...entryMembers,
      reason: Reason,
    }),
    answer: Requested,
    command: {
      name: 'disclosures set',
      description: 'Request a change of the published disclosures, which a second person approves.',
      prints: 'the disclosures of {provider ?? "all providers"} are set',
    },
    audit: ['request.made'],
    sometimes: ['disclosures.set'],
  }),
};

export const reviewRecords = {
  'review.start': {
    topics: ['published', 'events'],
    sentence: 'Set the indicator of {name} under review[: {after.reason}]',
    news: '{count|count review} started',
  },
  'review.end': {
    topics: ['published', 'events'],
    sentence: 'Ended the review of the indicator of {name}[: {after.reason}]',
    news: '{count|count review} ended',
  },
} satisfies AuditTable;

export const reviewActs = {
  'reviews.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the indicators that are under review, those that end first first.',
    input: NoInput,
    answer: listOf(
      strict({
        provider_id: Id,
        slug: Type.String(),
        name: Type.String(),
        direction: Type.Enum([...REVIEW_DIRECTIONS], { type: 'string' }),
        since: Instant,
        until: Instant,
        reason: Type.String(),
        is_automatic: Type.Boolean({
          description: 'Whether it was set because a downgrade waits for its committee.',
        }),
      }),
    ),
    command: {
      name: 'reviews list',
      columns: { PROVIDER: '{slug}', DIRECTION: '{direction}', UNTIL: '{until}', REASON: '{reason}' },
      none: 'No indicator is under review.',
    },
  }),
};

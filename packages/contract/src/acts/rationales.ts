// Rationales: what an analyst writes about news, and another person reviews, before it is published with the news or after it.

import { RATIONALE_LENGTH } from '../schemas/analysis.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Id, Instant, lines, listOf, Reason, strict, text } from './forms.ts';

/** What a rationale is about: exactly one of these. */
const About = {
  run: Type.Optional(text('Id of a draft; name the providers too.', 100)),
  withdrawal: Type.Optional(text('Id of a request for a withdrawal.', 100)),
  entry: Type.Optional(
    text('Id of a changelog entry that was published without a rationale, to write one afterwards.', 100),
  ),
};
const WhichProvider = text('Id or slug of a provider.', 100);
const OneProvider = Type.Optional(text('Id or slug of the provider, for a draft.', 100));
const RationaleText = lines(
  `The rationale, ${RATIONALE_LENGTH.shortest} to ${RATIONALE_LENGTH.longest} characters: the key drivers, and what would raise or lower the score. It is published.`,
  10_000,
);

export const RATIONALE_STATUSES = ['missing', 'written', 'returned', 'approved', 'published'] as const;
const RationaleStatus = Type.Enum([...RATIONALE_STATUSES], {
  type: 'string',
  description:
    'missing: nobody has written one. written: it waits for its reviewer. returned: the reviewer asks for another text. approved: it is published with the news. published: it is public.',
});

const Problem = strict({
  kind: Type.Enum(['length', 'value', 'points', 'rule_id', 'rule_name'], { type: 'string' }),
  found: Type.String({ description: 'The part of the text.' }),
  message: Type.String({ description: 'What is wrong, and what to write instead.' }),
});

const Named = strict({
  input: Type.String({ description: 'The id of the input.' }),
  name: Type.String({ description: 'Its name, as a rationale may name it.' }),
  module: Type.String({ description: 'The name of its module.' }),
});

export const rationaleRecords = {
  'rationale.write': {
    sentence: 'Wrote the rationale for {name}',
    news: '{count|count rationale} written',
  },
  'rationale.approve': {
    sentence: 'Approved the rationale for {name}',
    news: '{count|count rationale} approved',
  },
  'rationale.return': {
    sentence: 'Returned the rationale for {name}[: {after.reason}]',
    news: '{count|count rationale} returned',
  },
  'rationale.publish': {
    topics: ['published'],
    sentence: 'Published a rationale for {name} after the news',
  },
} satisfies AuditTable;

export const rationaleActs = {
  'rationales.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists the news of a draft or of a withdrawal with its rationales. Without either, lists published news that has no rationale yet.',
    input: strict({
      run: About.run,
      withdrawal: About.withdrawal,
      status: Type.Optional(RationaleStatus),
    }),
    answer: listOf(
      strict({
        run: nullable(Id),
        withdrawal: nullable(Id),
        entry: nullable(Id, { description: 'The changelog entry, once the news is published.' }),
        provider_id: Id,
        slug: Type.String(),
        name: Type.String(),
        kind: Type.String({ description: 'What publishing it is or would be, such as band_change.' }),
        required: Type.Boolean({ description: 'Whether the news is not published without a rationale.' }),
        status: RationaleStatus,
        rationale: nullable(
          strict({
            id: Id,
            text: Type.String(),
            author_id: Id,
            author: Type.String({ description: 'Name.' }),
            written_at: Instant,
            reviewer: nullable(Type.String(), { description: 'Name; null until it is reviewed.' }),
            reviewed_at: nullable(Instant),
            returned_because: nullable(Type.String()),
          }),
          { description: 'The newest text; null if there is none.' },
        ),
      }),
    ),
    command: {
      name: 'rationales list',
      columns: {
        PROVIDER: '{slug}',
        KIND: '{kind}',
        STATUS: '{status}',
        RATIONALE: '{rationale.id ?? "none"}',
        ENTRY: '{entry ?? ""}',
      },
      none: 'No news here needs a rationale.',
    },
  }),
  'rationales.prepare': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Offers the author of a rationale what it can say: the inputs that moved the score, and those whose change would raise or lower it. By their names only.',
    input: strict({ ...About, provider: OneProvider }),
    answer: strict({
      provider_id: Id,
      slug: Type.String(),
      name: Type.String(),
      kind: Type.String(),
      drivers: Type.Array(
        strict({
          ...Named.properties,
          direction: Type.Enum(['raised', 'lowered', 'unchanged'], { type: 'string' }),
        }),
        { description: 'The inputs that moved the score, the largest part first.' },
      ),
      caps_moved: Type.Boolean({ description: 'Whether a hard rule began or ceased to cap the score.' }),
      would_raise: Type.Array(Named, { description: 'Inputs that cost the most, the largest part first.' }),
      would_lower: Type.Array(Named, { description: 'Inputs that carry the most, the largest part first.' }),
      shortest: Type.Integer(),
      longest: Type.Integer(),
    }),
  }),
  'rationales.check': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Checks a text before it is written: what a rationale must not contain.',
    input: strict({ ...About, provider: OneProvider, text: RationaleText }),
    answer: strict({ length: Type.Integer(), problems: Type.Array(Problem) }),
  }),
  'rationales.write': act({
    kind: 'act',
    who: {
      staff: ['analyst', 'reviewer', 'chief_risk_officer'],
      secondPerson: 'a reviewer or chief risk officer who reviews it',
    },
    description: 'Writes the rationale of news, in place of an earlier text that is not published.',
    input: strict({
      providers: Type.Optional(Type.Array(WhichProvider, { minItems: 1, maxItems: 200 })),
      ...About,
      text: RationaleText,
    }),
    answer: strict({ data: Type.Array(strict({ id: Id, provider_id: Id })) }),
    command: { name: 'rationales write', prints: 'written; another person reviews it' },
    audit: ['rationale.write'],
  }),
  'rationales.review': act({
    kind: 'act',
    who: { staff: ['reviewer', 'chief_risk_officer'] },
    description:
      "Approves or returns another person's rationales. One for news that is public already is published with the approval.",
    input: strict({
      rationales: Type.Optional(
        Type.Array(text('Id of a rationale.', 100), {
          minItems: 1,
          maxItems: 200,
          description: 'Ids; without them, all that wait for a review in the draft or withdrawal.',
        }),
      ),
      run: Type.Optional(text('Id of a draft.', 100)),
      withdrawal: Type.Optional(text('Id of a request for a withdrawal.', 100)),
      decision: Type.Enum(['approved', 'returned'], { type: 'string' }),
      confirms: Type.Optional(
        Type.Literal(true, {
          description:
            'Required to approve: the text names no input value, no points, and no hard rule that the page hides.',
        }),
      ),
      reason: Type.Optional(Reason),
    }),
    answer: strict({ published: Type.Integer({ description: 'How many of them are public with this.' }) }),
    command: {
      name: 'rationales review',
      arguments: ['decision', 'rationales...'],
      prints: '{decision}',
    },
    audit: [],
    sometimes: ['rationale.approve', 'rationale.return', 'rationale.publish'],
  }),
};

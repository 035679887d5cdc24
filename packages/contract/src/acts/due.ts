// The due board: which inputs lapse next, what depends on them, and who looks after them.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Id, lines, PageInput, pageOf, strict, text } from './forms.ts';
import { Effect, InputDefinition } from './proposals.ts';

const Day = (description: string) => text(`${description}, of the form 2026-11-14.`, 10);

export const DueAssignee = Type.Optional(
  text('Only what this person looks after (name or id); nobody: what nobody does.', 200),
);
export const Outdated = Type.Integer({
  description: 'Providers whose points are being computed; until then they are those of an earlier day.',
});

const Filter = {
  time: Type.Optional(
    Type.Enum(['soon', 'lapsed', 'week', 'month', 'all', 'missing'], {
      type: 'string',
      description:
        'soon, if absent: at most a third of the time is left. lapsed: it loses points already. week, month: within 7 or ' +
        '30 days. missing: without evidence.',
    }),
  ),
  until: Type.Optional(Day('Instead of a time: what starts to lose points until this UTC day')),
  on: Type.Optional(Day('Instead of a time: what starts to lose points on this UTC day')),
  planner_type: Type.Optional(text('Only providers of this planner type.', 20)),
  assignee: DueAssignee,
  provider: Type.Optional(text('Only providers whose name or slug has this text.', 200)),
  input: Type.Optional(text('Only this criterion, gate or fact.', 100)),
};

const BoardRow = strict({
  provider_id: Id,
  slug: Type.String(),
  name: Type.String(),
  planner_type: nullable(Type.String()),
  currency: nullable(Type.String(), { description: 'Only of a reference rate.' }),
  input: Type.String(),
  is_gate: Type.Boolean(),
  value: nullable(Type.String(), { description: 'Null, like the dates, if nothing is on record.' }),
  grade: nullable(Type.String()),
  evidence_date: nullable(Type.String()),
  max_age: Type.Integer({ description: 'How many days evidence keeps its points.' }),
  loses_from: nullable(Type.String(), { description: 'The first day on which it loses points.' }),
  lapses_on: nullable(Type.String(), { description: 'The first day on which it has no points left.' }),
  days_left: nullable(Type.Integer(), {
    description: 'Days until it loses points; zero or less once it does.',
  }),
  stale_from: nullable(Type.String(), {
    description:
      'Of the gate that lapses first: the day from which the published score is stale without a new check; null for all others.',
  }),
  points_at_stake: Type.Integer({ description: 'In hundredths; for a gate, the whole score.' }),
  band_if_lost: nullable(Type.String(), {
    description: 'The band without this evidence; null if there would be no score.',
  }),
  band: nullable(Type.String(), { description: 'The band that a run would give now.' }),
  score: nullable(Type.Integer(), { description: 'The score that a run would give now, in hundredths.' }),
  assignee: nullable(Type.String(), { description: 'Name of the person who looks after it.' }),
  note: nullable(Type.String()),
  in_review: Type.Boolean({ description: 'Whether a proposal for it waits for a reviewer.' }),
});

const Which = strict({
  provider: text('Id or slug of a provider.', 100),
  input: text('Id of a criterion, a gate or a fact.', 100),
});

const Assignee = nullable(text('Name or id of a member of staff.', 200), {
  description: 'Null if nobody looks after it any longer.',
});

export const dueRecords = {
  'due.assigned': { sentence: 'Assigned what is due of {name}', news: '{count|count input} assigned' },
} satisfies AuditTable;

export const dueActs = {
  'due.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists the inputs of the due board by the points at stake, with the band if their evidence is lost.',
    input: strict({ ...Filter, ...PageInput }),
    answer: pageOf(BoardRow),
  }),
  'due.summary': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Counts the inputs of the due board, and names the people to whom they can be assigned.',
    input: strict(Filter),
    answer: strict({
      today: Type.String({ description: 'The UTC date.' }),
      total: Type.Integer({ description: 'More than 1,000 are not counted.' }),
      lapsed: Type.Integer({ description: 'How many of them lose points already.' }),
      providers: Type.Integer({ description: 'Providers on the board, whatever the filter.' }),
      outdated: Outdated,
      people: Type.Array(strict({ id: Id, name: Type.String() })),
    }),
  }),
  'due.checks': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Groups the inputs of the due board by what is checked, gates first, so that one check of several providers is one item.',
    input: strict(Filter),
    answer: strict({
      data: Type.Array(
        strict({
          input: Type.String(),
          is_gate: Type.Boolean(),
          inputs: Type.Integer({ description: 'Of how many providers it is due.' }),
          in_review: Type.Integer({ description: 'For how many a proposal waits for a reviewer.' }),
          lapsed: Type.Integer({ description: 'How many lose points already.' }),
          days_left: nullable(Type.Integer(), {
            description: 'Days until the first of them loses points; null if all are without evidence.',
          }),
          stale_from: nullable(Type.String(), {
            description:
              'Of a gate: the next day from which a published score is stale without a new check; null for other inputs, and if there is none.',
          }),
          points_at_stake: Type.Integer({ description: 'Of the one with the most, in hundredths.' }),
          providers: Type.Array(Type.String(), {
            description: 'Names of up to three, those with the least time first.',
          }),
          assignees: Type.Array(Type.String(), {
            description: 'Names of those who look after some of them.',
          }),
        }),
      ),
    }),
  }),
  'due.map': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows the days left of every input of up to 200 providers that the filter matches.',
    input: strict(Filter),
    answer: strict({
      inputs: Type.Array(strict({ input: Type.String(), is_gate: Type.Boolean() })),
      providers: Type.Array(
        strict({
          slug: Type.String(),
          name: Type.String(),
          days_left: Type.Array(nullable(Type.Integer()), {
            description:
              'In the order of the inputs; null without evidence, or where the input does not apply.',
          }),
          missing: Type.Array(Type.String(), { description: 'Inputs that apply and have no evidence.' }),
        }),
      ),
      more: Type.Boolean({ description: 'Whether the filter matches more providers than these.' }),
    }),
  }),
  'due.calendar': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Counts the inputs that start to lose points on each day, and names the most important ones.',
    input: strict({
      ...Filter,
      from: Day('The first UTC day'),
      to: Day('The last UTC day, at most 62 days later'),
    }),
    answer: strict({
      data: Type.Array(
        strict({
          day: Type.String(),
          inputs: Type.Integer(),
          gates: Type.Integer(),
          first: Type.Array(strict({ slug: Type.String(), name: Type.String(), input: Type.String() })),
        }),
      ),
    }),
  }),
  'due.renewal': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Shows what renewing inputs would change, each alone, and what is wrong with it, before it is proposed.',
    input: strict({
      rows: Type.Array(
        strict({
          provider: text('Id or slug of a provider.', 100),
          input: text('Id of a criterion, a gate or a fact.', 100),
          value: nullable(text('The new value.', 500), { description: 'Null if it is unchanged.' }),
          grade: nullable(text('Of the evidence.', 10)),
          evidence_date: nullable(text('Of the evidence.', 10)),
        }),
        { maxItems: 100 },
      ),
    }),
    answer: strict({
      rows: Type.Array(
        strict({
          value: nullable(Type.String(), { description: 'The value on record.' }),
          grade: nullable(Type.String()),
          evidence_date: nullable(Type.String()),
          effect: nullable(Effect, { description: 'Null while something is missing or wrong.' }),
          problem: nullable(strict({ member: Type.String(), message: Type.String() })),
        }),
        { description: 'In the order of the rows.' },
      ),
      definitions: mapOf(InputDefinition, { description: 'Of the inputs, by id.' }),
      grades: Type.Array(Type.String(), { description: 'Of evidence, the best first.' }),
    }),
  }),
  'due.sheet': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Writes the inputs of the due board as a sheet to fill in and import, the first 2,000 by points.',
    input: strict(Filter),
    answer: strict({ csv: Type.String(), rows: Type.Integer() }),
  }),
  'due.assign': act({
    kind: 'act',
    who: { staff: ['analyst', 'reviewer', 'operator'] },
    description: 'Assigns an input that is due to a person, or to nobody, with a note.',
    input: strict({
      ...Which.properties,
      assignee: Assignee,
      note: Type.Optional(lines('Replaces the note; if absent, the note stays.', 2000)),
    }),
    answer: Done,
    command: 'due assign',
    audit: ['due.assigned'],
  }),
  'due.assign_many': act({
    kind: 'act',
    who: { staff: ['analyst', 'reviewer', 'operator'] },
    description:
      'Assigns several inputs that are due to one person, or to nobody: either all of them or none.',
    input: strict({ inputs: Type.Array(Which, { minItems: 1, maxItems: 500 }), assignee: Assignee }),
    answer: Done,
    audit: ['due.assigned'],
  }),
};

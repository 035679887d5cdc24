// Templates of the files that people import: rows that import as they are.

import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { listOf, NoInput, record, strict, text } from './forms.ts';

const who = { staff: STAFF_ROLES };

export const templateActs = {
  'templates.providers': act({
    kind: 'read',
    who,
    description: 'Gives an example of a file of providers: a fictional one, with every column.',
    input: NoInput,
    answer: listOf(record('A row of providers.import.')),
    command: 'providers template',
  }),
  'templates.inputs': act({
    kind: 'read',
    who,
    description:
      'Gives a file of inputs for providers: every gate, criterion and fact that applies, with a value to replace.',
    input: strict({
      providers: Type.Array(text('Id or slug of a provider.', 100), { minItems: 1, maxItems: 100 }),
    }),
    answer: listOf(record('A row of inputs.propose, with a member about that explains the value.')),
    command: 'inputs template',
  }),
};

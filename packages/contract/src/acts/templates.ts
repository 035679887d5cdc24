// Templates of the files that people import. What is not on record is a placeholder, which no path accepts.

import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { listOf, NoInput, record, strict, text } from './forms.ts';

const who = { staff: STAFF_ROLES };

export const templateActs = {
  'templates.providers': act({
    kind: 'read',
    who,
    description:
      'Gives an example of a file of providers with every column. Replace every PLACEHOLDER: an import refuses them.',
    input: NoInput,
    answer: listOf(record('A row of providers.import.')),
    command: {
      name: 'providers template',
      description:
        'Print an example of a file that rf providers import takes, with every column. Replace every PLACEHOLDER.',
    },
  }),
  'templates.inputs': act({
    kind: 'read',
    who,
    description:
      'Gives a file of inputs for providers: every gate, criterion and fact that applies. Replace every PLACEHOLDER: an import refuses them.',
    input: strict({
      providers: Type.Array(text('Id or slug of a provider.', 100), { minItems: 1, maxItems: 100 }),
    }),
    answer: listOf(record('A row of inputs.propose, with a member about that explains the value.')),
    command: {
      name: 'inputs template',
      description:
        'Print a file for rf inputs import with every gate, criterion and fact that applies to the providers.',
      arguments: ['providers...'],
      options: { providers: { help: 'ids or slugs' } },
      help: 'Replace every PLACEHOLDER: an import refuses them. Values that are on record are repeated.',
    },
  }),
};

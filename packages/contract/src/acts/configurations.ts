// Named configurations that runs hold constant.

import { Type } from 'typebox';
import { mapOf } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { EpochMs, listOf, NoInput, strict, text } from './forms.ts';

export const configurationActs = {
  'configurations.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists every content of every configuration; of each name the last one is current.',
    input: NoInput,
    answer: listOf(
      strict({
        name: Type.String(),
        digest: Type.String(),
        content: mapOf(Type.String()),
        recorded_at: EpochMs,
      }),
    ),
  }),
  'configurations.record': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description: 'Records a new content under a name; the runs that follow use it.',
    input: strict({
      name: text('Name of the configuration.', 100),
      settings: mapOf(Type.String(), { description: 'All its settings, except its name.' }),
    }),
    answer: strict({ digest: Type.String() }),
  }),
};

// Named configurations of runs.

import { mapOf } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Instant, PageInput, pageOf, strict, text } from './forms.ts';

export const configurationRecords = {
  'configuration.record': { sentence: 'Recorded the configuration {name}' },
} satisfies AuditTable;

export const configurationActs = {
  'configurations.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description:
      'Lists all versions of all configurations, by name, then oldest first; the last version of each name is current.',
    input: strict(PageInput),
    answer: pageOf(
      strict({
        name: Type.String(),
        digest: Type.String(),
        content: mapOf(Type.String()),
        recorded_at: Instant,
      }),
    ),
    command: {
      name: 'configurations list',
      description: 'List all recorded content. The last entry of each name is the current one.',
      lines: ['{name}  {recorded_at|milliseconds}  {digest}  {content}'],
    },
  }),
  'configurations.record': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description: 'Records a new version of a configuration; later runs use it.',
    input: strict({
      name: text('Name of the configuration.', 100),
      settings: mapOf(text('The value of a setting.'), { description: 'All settings, without the name.' }),
    }),
    answer: strict({ digest: Type.String() }),
    command: 'configurations set',
    audit: ['configuration.record'],
  }),
};

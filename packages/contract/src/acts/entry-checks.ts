// The document of entry checks: which values are possible and usual, and which grade a kind of document gives.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Id, Instant, NoInput, Reason, Requested, record, strict } from './forms.ts';

export const entryCheckRecords = {
  'entry_checks.recorded': {
    sentence: [
      'Put version {after.version} of the entry checks in force[: {after.reason}]',
      'Put other entry checks in force',
    ],
  },
} satisfies AuditTable;

export const entryCheckActs = {
  'entry_checks.show': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Shows the document of entry checks in force, and the versions before it.',
    input: NoInput,
    answer: strict({
      version: Type.String(),
      digest: Type.String(),
      document: record('The document.'),
      versions: Type.Array(
        strict({
          version: Type.String(),
          digest: Type.String(),
          recorded_at: nullable(Instant, { description: 'Null for the document that is shipped.' }),
          request_id: nullable(Id),
        }),
        { description: 'Oldest first; the last is in force.' },
      ),
    }),
    command: { name: 'entry-checks show', lines: ['{document}'] },
  }),
  'entry_checks.record': act({
    kind: 'act',
    request: {
      kind: 'Entry checks',
      sentence:
        'Put version {document.version ?? "of this request"} of the entry checks in force[: {reason}]',
    },
    who: {
      staff: ['operator', 'chief_risk_officer'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description:
      'Requests that another document of entry checks applies. A current value that it makes impossible is no longer scored.',
    input: strict({ document: record('The document, with a version of its own.'), reason: Reason }),
    answer: strict({
      ...Requested.properties,
      impossible: Type.Array(Type.String(), {
        description: 'Current values that the document makes impossible, in sentences: the first 100.',
      }),
    }),
    command: {
      name: 'entry-checks record',
      description: 'Request that another document of entry checks applies, which a second person approves.',
      arguments: ['document'],
      options: { document: { flag: 'file', help: 'the document; - reads standard input', reads: 'json' } },
      prints: 'the entry checks are in force',
    },
    audit: ['request.made'],
    sometimes: ['entry_checks.recorded'],
  }),
};

// The service's signing keys.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Instant, lines, listOf, NoInput, strict } from './forms.ts';

export const signingKeyRecords = {
  'signing_key.create': { topics: ['published'], sentence: 'Created the signing key {name}' },
  'signing_key.rotate': { topics: ['published'], sentence: 'Rotated the signing key: {name}' },
  'signing_key.pin': { sentence: 'Recorded that the key {name} is pinned outside the store' },
} satisfies AuditTable;

export const signingKeyActs = {
  'signing_keys.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the verifier keys with their validity; readers can pin these.',
    input: NoInput,
    answer: listOf(
      strict({
        key_id: Type.String(),
        public_key: Type.String(),
        valid_from: Instant,
        valid_until: nullable(Instant, { description: 'Null for the current key.' }),
      }),
    ),
    command: {
      name: 'signing-keys list',
      description: 'List the public keys. Clients pin these to verify indicators.',
      lines: ['{public_key}  [{if valid_until}retired][{unless valid_until}current]'],
    },
  }),
  'signing_keys.rotate': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description: 'Creates a new signing key; the rotation is recorded in the log, signed with both keys.',
    input: NoInput,
    answer: strict({ public_key: Type.String() }),
    creates: true,
    command: { name: 'signing-keys rotate', prints: '{public_key}' },
    audit: ['signing_key.rotate'],
  }),
  'signing_keys.pin': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description:
      'Records that a verifier key is pinned outside the store. The whole log must follow from this key.',
    input: strict({ public_key: lines('The verifier key, as rf init printed it.', 1000) }),
    answer: Done,
    command: 'signing-keys pin',
    audit: ['signing_key.pin'],
  }),
};

// The master key, which two people replace.

import { type AuditTable, act } from './act.ts';
import { Reason, Requested, strict } from './forms.ts';

export const masterKeyRecords = {
  'master_key.rotate': {
    sentence: [
      'Decided to replace the master key {before.key_id} by {name}[: {after.reason}]',
      'Decided to replace the master key',
    ],
  },
  'master_key.rotated': {
    sentence: [
      'Everything was sealed again with the master key {name}: {after.secrets|count secret} and {after.entries|count entry,entries}',
      'Everything was sealed again with another master key',
    ],
  },
} satisfies AuditTable;

export const masterKeyActs = {
  'master_key.rotate': act({
    kind: 'act',
    request: {
      kind: 'Master key',
      sentence: 'Seal everything again with the master key {subject}',
    },
    who: {
      staff: ['operator'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description:
      'Replaces the master key by the newest one that the service has: all secrets and all MACs of records are made again, ' +
      'in portions, once a second person has approved it. Every running node must use the new key. An approved replacement ' +
      'that was interrupted goes on.',
    input: strict({ reason: Reason }),
    answer: Requested,
    command: {
      name: 'master-key rotate',
      description:
        'Request that everything is sealed again with the newest master key, which a second person approves. Run it again to ' +
        'go on with a replacement that was approved and interrupted.',
      options: { reason: { flag: '--reason <text>' } },
      prints: 'Everything belongs to the newest master key. Remove the older one with rf master-key drop.',
    },
    audit: ['request.made'],
    sometimes: ['master_key.rotate', 'master_key.rotated'],
  }),
};

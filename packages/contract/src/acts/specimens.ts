// Specimens: providers whose computation packages anyone may read.

import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Id, Instant, listOf, NoInput, Reason, Requested, strict, text } from './forms.ts';

const who = {
  staff: ['operator', 'chief_risk_officer'],
  secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
} as const;
const WhichProvider = text('Id or slug of a provider.', 100);

export const specimenRecords = {
  'specimen.named': {
    topics: ['published'],
    sentence: 'Let anyone read the packages of {name}[: {after.reason}]',
  },
  'specimen.ended': {
    topics: ['published'],
    sentence: 'Let only entitled readers read the packages of {name}[: {after.reason}]',
  },
} satisfies AuditTable;

export const specimenActs = {
  'specimens.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the specimens: the providers whose computation packages anyone may read.',
    input: NoInput,
    answer: listOf(
      strict({
        provider_id: Id,
        slug: Type.String(),
        name: Type.String(),
        since: Instant,
        address: Type.Union([Type.String(), Type.Null()], {
          description: 'Path of the package; null while the provider has no current indicator.',
        }),
      }),
    ),
    command: {
      name: 'specimens list',
      columns: { SLUG: '{slug}', NAME: '{name}', SINCE: '{since}', PACKAGE: '{address ?? "none"}' },
    },
  }),
  'specimens.name': act({
    kind: 'act',
    request: {
      kind: 'Specimen',
      sentence: 'Let anyone read the packages of {provider ?? "the provider of this request"}[: {reason}]',
    },
    who,
    description: 'Names a provider as a specimen: anyone may read its current package.',
    input: strict({ provider: WhichProvider, reason: Reason }),
    answer: Requested,
    command: {
      name: 'specimens name',
      description: 'Request that anyone may read the packages of a provider, which a second person approves.',
      arguments: ['provider'],
      prints: 'anyone may read the packages of {provider}',
    },
    audit: ['request.made'],
    sometimes: ['specimen.named'],
  }),
  'specimens.end': act({
    kind: 'act',
    request: {
      kind: 'Specimen',
      sentence:
        'Let only entitled readers read the packages of {provider ?? "the provider of this request"}[: {reason}]',
    },
    who,
    description: 'Ends that anyone may read the packages of a provider.',
    input: strict({ provider: WhichProvider, reason: Reason }),
    answer: Requested,
    command: {
      name: 'specimens end',
      description:
        'Request that only entitled readers may read the packages of a provider, which a second person approves.',
      arguments: ['provider'],
      prints: 'only entitled readers may read the packages of {provider}',
    },
    audit: ['request.made'],
    sometimes: ['specimen.ended'],
  }),
};

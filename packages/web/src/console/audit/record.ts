// A record of the audit trail, as members see it.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type AuditRecord = AnswerOf<'workspaces.audit'>['data'][number];

const OTHERS = { operator: 'An operator of the service', service: 'The service' };

export function whoOf({ by, actor_name }: AuditRecord): string {
  return by === 'member' ? (actor_name ?? 'A former member') : OTHERS[by];
}

const VIA = {
  command: 'on the machine of the service',
  token: 'with a token',
  session: 'signed in',
};

/** How they were identified; the service itself was not. */
export function howOf({ via }: AuditRecord): string {
  return via === null ? '·' : VIA[via];
}

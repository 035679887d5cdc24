// Every action that the audit trail records, with the topics that it moves; subscribers of these topics reload.
// An action that moves `access` must have a key or a workspace as its subject: processes reload that row.

import type { Topic } from '../store/schema.ts';

/** Topics are locked in the order listed, which prevents deadlocks between acts. */
export const AUDIT_ACTIONS = {
  'staff.created': ['desk'],
  'staff.token_issued': ['desk'],
  'staff.token_revoked': ['desk'],
  'staff.roles_set': ['desk'],
  'staff.retired': ['desk'],
  'officer_key.enrol': ['desk'],
  'officer_key.retire': ['desk'],

  'workspace.created': ['desk'],
  'workspace.claim_code_issued': ['desk'],
  'workspace.claimed': ['desk'],
  'workspace.tier_set': ['access'],
  'workspace.pilot_enabled': ['access'],
  'workspace.pilot_disabled': ['access'],
  'workspace.secret_rotated': ['events'],
  'workspace.secret_overlap_ended': ['events'],
  'member.added': ['desk'],
  'member.removed': ['desk'],
  'member.token_issued': ['desk'],
  'member.token_revoked': ['desk'],
  'terms.accepted': ['access'],
  'key.created': ['access'],
  'key.rotated': ['access'],
  'key.raised': ['access'],
  'key.revoked': ['access'],

  'providers.imported': ['published'],
  'provider.renamed': ['published'],
  'provider.slug_changed': ['published'],
  'provider.retired': ['published'],
  'document.stored': ['desk'],
  'inputs.proposed': ['desk'],
  'inputs.renewal_proposed': ['desk'],
  'inputs.approved': ['desk'],
  'inputs.rejected': ['desk'],
  'input.retract': ['desk'],
  'due.assigned': ['desk'],

  'methodology.import': ['desk'],
  'methodology.sign_off': ['desk'],
  'methodology.activate': ['published', 'events'],
  'configuration.record': ['desk'],
  'signing_key.create': ['published'],
  'signing_key.rotate': ['published'],

  'run.start': ['desk'],
  // The service status shows the time of the last run.
  'run.compute': ['published', 'desk'],
  'run.discard': ['desk'],
  'run.approve': ['desk'],
  'run.publish': ['published', 'events'],
  'withdrawal.ask': ['desk'],
  'indicator.withdraw': ['published', 'events'],

  'issuance.add': ['published', 'events'],
  'issuance.update': ['published', 'events'],
  'issuance.status': ['published', 'events'],
  'score_request.receive': ['desk'],
  'score_request.accept': ['desk'],
  'score_request.decline': ['desk'],
  'score_request.score': ['desk'],
  'score_request.note': ['desk'],

  'webhook.added': ['events'],
  'webhook.updated': ['events'],
  'webhook.enabled': ['events'],
  'webhook.disabled': ['events'],
  'webhook.removed': ['events'],
  'webhook.tested': ['events'],
  'webhook.redelivered': ['events'],
} as const satisfies Record<string, readonly [Topic, ...Topic[]]>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

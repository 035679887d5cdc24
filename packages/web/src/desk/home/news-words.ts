// What was done, with how often: "3 inputs approved".

import { plural } from '../../ui/format.ts';

/** The thing that an action is about, and what was done to it. */
const DONE: Readonly<Record<string, readonly [one: string, many: string, done: string]>> = {
  'inputs.proposed': ['batch of inputs', 'batches of inputs', 'proposed'],
  'inputs.renewal_proposed': ['renewal', 'renewals', 'proposed'],
  'inputs.approved': ['decision', 'decisions', 'to approve inputs'],
  'inputs.rejected': ['decision', 'decisions', 'to reject inputs'],
  'input.retract': ['input', 'inputs', 'retracted'],
  'due.assigned': ['input', 'inputs', 'assigned'],
  'run.compute': ['run', 'runs', 'computed'],
  'run.approve': ['draft', 'drafts', 'approved'],
  'run.publish': ['draft', 'drafts', 'published'],
  'run.discard': ['draft', 'drafts', 'discarded'],
  'withdrawal.ask': ['withdrawal', 'withdrawals', 'requested'],
  'indicator.withdraw': ['indicator', 'indicators', 'withdrawn'],
  'request.made': ['request', 'requests', 'made'],
  'request.approved': ['request', 'requests', 'approved'],
  'request.refused': ['request', 'requests', 'refused'],
  'request.cancelled': ['request', 'requests', 'cancelled'],
  'providers.imported': ['import', 'imports', 'of providers'],
  'provider.renamed': ['provider', 'providers', 'renamed'],
  'provider.retired': ['provider', 'providers', 'retired'],
  'methodology.import': ['framework', 'frameworks', 'imported'],
  'methodology.sign_off': ['framework', 'frameworks', 'signed'],
  'methodology.activate': ['framework', 'frameworks', 'announced'],
  'methodology.cancel': ['framework', 'frameworks', 'cancelled'],
  'score_request.receive': ['score request', 'score requests', 'received'],
  'score_request.accept': ['score request', 'score requests', 'accepted'],
  'score_request.decline': ['score request', 'score requests', 'declined'],
  'issuance.add': ['issuance', 'issuances', 'added'],
  'issuance.status': ['issuance', 'issuances', 'moved on'],
  'issuance.update': ['issuance', 'issuances', 'changed'],
  'staff.invited': ['colleague', 'colleagues', 'invited'],
  'staff.confirmed': ['colleague', 'colleagues', 'confirmed'],
  'staff.roles_set': ['change of roles', 'changes of roles', ''],
  'workspace.created': ['workspace', 'workspaces', 'created'],
  'workspace.suspended': ['workspace', 'workspaces', 'suspended'],
  'key.created': ['API key', 'API keys', 'created'],
  'key.rotated': ['API key', 'API keys', 'rotated'],
  'key.raised': ['API key', 'API keys', 'upgraded'],
  'webhook.added': ['webhook endpoint', 'webhook endpoints', 'added'],
  'webhook.disabled': ['webhook endpoint', 'webhook endpoints', 'disabled'],
  'member.added': ['member', 'members', 'added'],
  'member.removed': ['member', 'members', 'removed'],
  'key.revoked': ['API key', 'API keys', 'revoked'],
  'terms.accepted': ['acceptance of terms', 'acceptances of terms', ''],
};

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function newsWords(action: string, count: number): string {
  const words = DONE[action];
  // A newer server can do what this page has no words for.
  if (words === undefined)
    return `${sentenceCase(action.replaceAll(/[._]/g, ' '))}${count === 1 ? '' : `, ${plural(count, 'time')}`}`;
  const [one, many, done] = words;
  return `${plural(count, one, many)} ${done}`.trim();
}

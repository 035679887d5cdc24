// Who may perform an act, and how a request proves it.

import { ACTS, type Act, type ActName, MEMBER_ROLES, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { needsFreshSession } from '@rf-indicators/contract/console';
import { type Html, html } from '../../packages/server/src/rendering/pages/html.ts';

export function whoMayPerform(act: ActName): Html {
  const { who, kind, creates }: Act = ACTS[act];
  const isFresh = needsFreshSession(ACTS[act]);
  return html`<ul class="call-facts">
${
  who.anyone !== undefined
    ? html`<li>Takes <strong>${who.anyone}</strong></li>`
    : html`${who.member !== undefined && html`<li>Members <strong>${roles(who.member, MEMBER_ROLES)}</strong></li>`}
${who.staff !== undefined && html`<li>Staff <strong>${roles(who.staff, STAFF_ROLES)}</strong></li>`}`
}
<li>Leaves <strong>${kind === 'read' ? 'no audit record' : 'an audit record'}</strong></li>
${isFresh && html`<li>Session <strong>at most 10 minutes old</strong></li>`}
${creates === true && html`<li>Repeatable <strong>with an <code>Idempotency-Key</code></strong></li>`}
</ul>
${who.secondPerson !== undefined && html`<p>A second person is required: ${who.secondPerson}.</p>`}`;
}

function roles(allowed: readonly string[], all: readonly string[]): string {
  if (allowed.length === all.length) return 'all';
  return allowed.map(inWords).join(', ');
}

function inWords(role: string): string {
  return role === 'contract_admin' ? 'Contract Admin' : role.replaceAll('_', ' ');
}

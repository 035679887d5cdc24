// Which columns hold personal data, and how it is erased.

import type { Table } from '../backup-tables.ts';
import type { Database } from '../schema.ts';

/** The acts that erase personal data. */
export type Erasure = 'staff.erase' | 'members.erase' | 'score_requests.erase';

/** erasedBy: these acts replace the data. kept: no act does, for this reason. */
export type PersonalColumn = { erasedBy: readonly Erasure[] } | { kept: string };

const STAFF: PersonalColumn = { erasedBy: ['staff.erase'] };
const MEMBER: PersonalColumn = { erasedBy: ['members.erase'] };
const REQUEST: PersonalColumn = { erasedBy: ['score_requests.erase'] };
const kept = (reason: string): PersonalColumn => ({ kept: reason });

const FREE_TEXT = kept('Free text that is part of a decision. Nobody has to write a name into it.');
const PUBLISHED = kept('Published or part of what was published, and signed.');
const EVIDENCE = kept('Evidence for what was published.');
const NAMED_BY_CUSTOMER = kept(
  'A name of a thing, which the customer chooses. Replace the thing by another.',
);

/** Data that people type where it does not belong is not listed: only columns that are made for it, and free texts. */
export const PERSONAL: { readonly [T in Table]?: { readonly [C in keyof Database[T]]?: PersonalColumn } } = {
  staff: { name: STAFF },
  members: { name: MEMBER },
  terms_acceptances: { accepted_from: MEMBER, typed_name: MEMBER },
  score_requests: { contact_email: REQUEST, message: REQUEST },
  score_request_notes: { note: REQUEST },
  requests: { content: STAFF },
  run_approvals: { votes: STAFF, dissent: FREE_TEXT, minutes: FREE_TEXT },
  audit: {
    before: { erasedBy: ['staff.erase', 'members.erase'] },
    after: { erasedBy: ['staff.erase', 'members.erase', 'score_requests.erase'] },
  },
  request_decisions: { reason: FREE_TEXT },
  founding: { reason: FREE_TEXT },
  decisions: { reason: FREE_TEXT },
  pending_decisions: { reason: FREE_TEXT },
  proposal_messages: { message: FREE_TEXT },
  retractions: { reason: FREE_TEXT },
  provider_notes: { text: FREE_TEXT },
  runs: { reason: FREE_TEXT },
  withdrawal_requests: { reason: FREE_TEXT },
  withdrawal_decisions: { reason: FREE_TEXT },
  proposal_notes: { note: FREE_TEXT },
  entry_drafts: { content: kept('Free text that its author can change or discard.') },
  due_notes: { note: kept('Free text that the staff can replace with rf due assign.') },
  workspaces: { name: NAMED_BY_CUSTOMER, suspended_reason: FREE_TEXT },
  api_keys: { name: NAMED_BY_CUSTOMER },
  webhook_endpoints: { description: kept('Free text that members can replace with rf webhooks update.') },
  methodology_activations: { notes: PUBLISHED, urgent_reason: PUBLISHED },
  methodology_cancellations: { reason: PUBLISHED },
  methodology_sign_offs: { sign_off: PUBLISHED },
  officer_keys: { key_id: PUBLISHED, public_key: PUBLISHED },
  indicators: { correction_reason: PUBLISHED },
  withdrawals: { reason: PUBLISHED },
  evidence: { title: EVIDENCE, quote: EVIDENCE },
  documents: { bytes: EVIDENCE },
};

// What the address of the approvals page says: the proposal that is open.

export interface ApprovalSearch {
  proposal?: string;
}

export function readApprovalSearch({ proposal }: Record<string, unknown>): ApprovalSearch {
  return typeof proposal === 'string' && proposal !== '' ? { proposal } : {};
}

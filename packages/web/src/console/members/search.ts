// What the address says about the list of members.

export interface MemberSearch {
  text: string;
  role: string;
  state: 'members' | 'removed' | 'all';
  /** The id of the member at the side. */
  open: string;
}

export function readMemberSearch(search: Record<string, unknown>): Partial<MemberSearch> {
  const { text, role, state, open } = search;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(typeof role === 'string' && role !== '' ? { role } : {}),
    ...(state === 'removed' || state === 'all' ? { state } : {}),
    ...(typeof open === 'string' && open !== '' ? { open } : {}),
  };
}

// The filters of the list of members.

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterChoice, Filters, FilterText } from '../../ui/filters.tsx';
import { roleName } from '../../ui/words.ts';
import { type Member, ROLES } from './member.ts';
import { type MemberSearch, readMemberSearch } from './search.ts';

const FROM = '/console/$workspace/members';

export function useMemberSearch(): { search: MemberSearch; set: (change: Partial<MemberSearch>) => void } {
  const {
    text = '',
    role = '',
    state = 'members',
    open = '',
  } = useSearch({ from: FROM, select: readMemberSearch });
  const navigate = useNavigate({ from: FROM });
  const search = { text, role, state, open };
  return {
    search,
    set: (change) => void navigate({ search: readMemberSearch({ ...search, ...change }), replace: true }),
  };
}

export function matches(member: Member, { text, role, state }: MemberSearch): boolean {
  const wanted = text.toLowerCase();
  const isFound = [member.name, member.email ?? member.invitation?.email ?? ''].some((one) =>
    one.toLowerCase().includes(wanted),
  );
  const hasState = state === 'all' || (member.removed_at !== null) === (state === 'removed');
  return isFound && hasState && (role === '' || member.role === role);
}

export type MemberFiltersProps = ReturnType<typeof useMemberSearch> & { aside: ReactNode };

export function MemberFilters({ search, set, aside }: MemberFiltersProps) {
  return (
    <Filters aside={aside}>
      <FilterText label="Name or address" value={search.text} onChange={(text) => set({ text })} />
      <FilterChoice
        label="Role"
        value={search.role}
        options={{ '': 'all', ...Object.fromEntries(ROLES.map((role) => [role, roleName(role)])) }}
        onChange={(role) => set({ role })}
      />
      <FilterChoice
        label="State"
        value={search.state}
        options={{ members: 'members', removed: 'removed', all: 'all' }}
        onChange={(state) => set({ state: state as MemberSearch['state'] })}
      />
    </Filters>
  );
}

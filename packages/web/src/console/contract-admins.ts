// The names of the Contract Admins, for members who cannot do something themselves.

import { useRead } from '../api/acts.ts';

/** "Ada, Bea"; undefined until they are known, or while they are not wanted. */
export function useContractAdmins(enabled: boolean): string | undefined {
  const members = useRead('members.list', { limit: 1000 }, { enabled });
  const admins = members.data?.data.filter(({ role }) => role === 'contract_admin');
  return admins?.map(({ name }) => name).join(', ');
}

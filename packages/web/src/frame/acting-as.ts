// One sign-in can be several people: staff, and a member of workspaces. Entering an area makes the session act as the
// person who works there, whom the header then names.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askReader } from '../api/reader.ts';
import { send } from '../api/send.ts';
import { actingPerson, isStaff, type Person, SESSION_KEY, type Session } from '../api/session.ts';
import { showAccount } from '../ui/account-link.ts';

export function useActingAs(session: Session, wanted: Person | undefined) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const actsAs = wanted?.acting_as;
  // Requests of a member name the workspace themselves. Between staff and members the session has to be changed first.
  const isActing = wanted !== undefined && isStaff(wanted) === isStaff(actingPerson(session));
  useEffect(() => {
    const known = client.getQueryData<Session>(SESSION_KEY);
    if (actsAs === undefined || actsAs === known?.acting_as) return;
    // Also between workspaces, so that /console leads here the next time.
    send('POST', '/api/auth/act-as', { acting_as: actsAs })
      .then(() => client.invalidateQueries({ queryKey: SESSION_KEY }))
      .catch(setError);
  }, [actsAs, client]);
  useEffect(() => {
    if (actsAs !== undefined && isActing) void askReader().then((reader) => reader && showAccount(reader));
  }, [actsAs, isActing]);
  return { isActing, error };
}

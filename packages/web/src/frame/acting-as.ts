// One sign-in can be several people: staff, and a member of workspaces. Entering an area makes the session act as the
// person who works there.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '../api/send.ts';
import type { Person, Session } from '../api/session.ts';

export function useActingAs(session: Session, wanted: Person | undefined) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const isActing = wanted?.acting_as === session.acting_as;
  useEffect(() => {
    if (wanted === undefined || isActing) return;
    send('POST', '/api/auth/act-as', { acting_as: wanted.acting_as })
      .then(() => client.resetQueries())
      .catch(setError);
  }, [wanted, isActing, client]);
  return { isActing, error };
}

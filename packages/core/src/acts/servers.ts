// Bindings of the acts about the mail server and the OIDC provider.

import {
  isFounderAlone,
  readServer,
  serverProblem,
  serverStates,
  setServer,
} from '../accounts/sign-in-servers.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

const set = twoPeople('servers.set', {
  alone: isFounderAlone,
  check: async (_, __, { kind, ...server }) => {
    readServer(kind, server);
    return { subject: `servers/${kind}`, extra: {} };
  },
  perform: ({ context }, people, { kind, ...server }, commit, requestId) =>
    context.store.transaction(async (writes) => {
      await commit(writes);
      await setServer(context, writes, people, requestId, kind, readServer(kind, server));
    }),
});

export const serverRequests = { 'servers.set': set };

export const serverBindings: Bindings<ActsAbout<'servers'>> = {
  'servers.list': async ({ context, servers }) => ({
    data: (await serverStates(context.store.db, servers)).map((state) => {
      const { kind, status, confirmed, configured } = state;
      const { address, used_as, set_at, basis } = confirmed ?? {};
      return {
        ...{ kind, status, configured, problem: serverProblem(state) },
        confirmed: confirmed && { address: address!, used_as: used_as!, set_at: set_at!, basis: basis! },
      };
    }),
  }),
  'servers.set': twoPersonBinding(set),
};

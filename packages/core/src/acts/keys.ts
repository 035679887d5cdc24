// Bindings of the acts about API keys.

import { revokeKey, revokeKeyByOperator, rotateKey, upgradeKey } from '../accounts/key-lifecycle.ts';
import { createKey, KEY_ORDER, listKeys } from '../accounts/keys.ts';
import { requestsOfKeys } from '../accounts/usage-list.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DAY = 24 * 60 * 60 * 1000;

export const keyBindings: Bindings<ActsAbout<'keys'>> = {
  'keys.list': async ({ context: { store, clock } }, { id }, { all = false, ...page }) => {
    const now = clock();
    const activeAt = all ? undefined : now;
    const { data, next_cursor } = await KEY_ORDER.page(page, (portion) =>
      listKeys(store.db, id, { ...portion, activeAt }),
    );
    const requests = await requestsOfKeys(store.db, data, now - DAY);
    return { data: data.map((key) => ({ ...key, requests_24h: requests.get(key.id) ?? 0 })), next_cursor };
  },
  'keys.create': ({ context }, member, wanted) => createKey(context, member, wanted),
  'keys.rotate': async ({ context }, member, { key, grace_hours }) => {
    const { issued, replaced } = await rotateKey(context, member, key, grace_hours);
    return { ...issued, replaces: replaced };
  },
  'keys.upgrade': ({ context }, member, { key, tier }) => upgradeKey(context, member, key, tier),
  'keys.revoke': ({ context }, member, { key }) => revokeKey(context, member, key),
  'keys.revoke_by_operator': ({ context }, actor, { key, reason }) =>
    revokeKeyByOperator(context, actor, key, reason),
};

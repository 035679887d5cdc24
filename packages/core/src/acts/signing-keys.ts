// Bindings of the acts about the service's signing keys.

import { listSigningKeys } from '../log/list-signing-keys.ts';
import { confirmPin } from '../log/pin.ts';
import { rotateSigningKey } from '../log/signing-keys.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const signingKeyBindings: Bindings<ActsAbout<'signing_keys'>> = {
  'signing_keys.list': async ({ context }) => ({
    data: await listSigningKeys(context.store.db),
  }),
  'signing_keys.rotate': async ({ context, masterKey, pinnedKey, checkpointFile }, actor) => ({
    public_key: await rotateSigningKey(context, actor, {
      masterKey: masterKey(),
      pinned: await pinnedKey(),
      checkpointFile,
    }),
  }),
  'signing_keys.pin': ({ context }, actor, { public_key }) => confirmPin(context, actor, public_key),
};

// Shows the first signing secret to a Contract Admin who signs in. Whoever claims a workspace with a code is shown the
// secret by the claim; whoever was invited by email asks for it once.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { actingMember, type Member } from './members.ts';
import { showSigningSecret } from './signing-secret.ts';
import { subjectOf } from './workspaces.ts';

export function showSecretOnce(context: Context, member: Member, masterKey: MasterKey): Promise<string> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'workspaces.show_secret');
    const secret = await showSigningSecret(context, writes, masterKey, workspace.id);
    await recordAct(context, writes, member, 'workspace.secret_shown', subjectOf(workspace), null, null);
    return secret;
  });
}

// Reads the signing secret of a workspace from the store of this machine.

import { authenticateMember } from '@rf-indicators/core/accounts/members';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { readConfig } from '../../service/config.ts';
import { givenToken } from '../act-session.ts';
import { withContext } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';

/** This does not disclose the secret: it is not printed, and anyone who can open the store can read it anyway. */
export function storedSecret(terminal: Terminal, token: string | undefined): Promise<string> {
  return withContext(terminal, async (context) => {
    const { workspace } = await authenticateMember(context, givenToken(terminal, token, ['member']));
    const { dataDir, masterKey } = readConfig(terminal.env);
    return readSigningSecret(context.store.db, readMasterKey(dataDir, masterKey), workspace.id);
  });
}

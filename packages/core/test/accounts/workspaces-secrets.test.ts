// What is shown once is kept nowhere in the clear: not in a table, not in a record, not in a backup.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claimWorkspace, issueClaimCode } from '@rf-indicators/core/accounts/claim';
import { revokeKey, rotateKey, upgradeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey } from '@rf-indicators/core/accounts/keys';
import {
  addMember,
  issueMemberToken,
  removeMember,
  revokeMemberToken,
} from '@rf-indicators/core/accounts/members';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { createWorkspace, disablePilot, enablePilot, setTier } from '@rf-indicators/core/accounts/workspaces';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { foundedDesk } from '../../../../test/support/founded-desk.ts';
import { emptyLocation, onEitherStore } from '../../../../test/support/stores.ts';
import { accept, actions } from '../../../../test/support/workspace-fixture.ts';

onEitherStore(
  'every act is on record, and no secret is in a table, a record or a backup',
  async (kind, t) => {
    const location = await emptyLocation(kind, t);
    const { desk, masterKey, founded } = await foundedDesk(location, t);
    const operator = await authenticate(desk, founded.token.token);
    const begun = (await actions({ desk })).length;

    const acorn = { name: 'Acorn', tier: 'PROFESSIONAL' } as const;
    const { claim } = await createWorkspace(desk, operator, masterKey, acorn);
    const { code } = await issueClaimCode(desk, operator, 'Acorn');
    const {
      member: ada,
      token,
      signingSecret,
    } = await claimWorkspace(desk, masterKey, { code, name: 'Ada' });
    await setTier(desk, operator, 'Acorn', 'ENTERPRISE');
    await enablePilot(desk, operator, 'Acorn');
    await accept({ desk }, ada, 'api');
    await accept({ desk }, ada, 'agent');
    const dev = await addMember(desk, ada, { name: 'Dev', role: 'developer' });
    const devs = await issueMemberToken(desk, ada, 'Dev');
    await revokeMemberToken(desk, ada, dev.prefix);
    await removeMember(desk, ada, 'Dev');
    const key = await createKey(desk, ada, { name: 'k', tier: 'PROFESSIONAL', agent_scope: true });
    const { issued } = await rotateKey(desk, ada, 'k');
    await upgradeKey(desk, ada, issued.id, 'ENTERPRISE');
    await revokeKey(desk, ada, issued.id);
    await disablePilot(desk, operator, 'Acorn');

    assert.deepEqual((await actions({ desk })).slice(begun), [
      'workspace.created',
      'workspace.claim_code_issued',
      'workspace.claimed',
      'workspace.tier_set',
      'workspace.pilot_enabled',
      'terms.accepted',
      'terms.accepted',
      'member.added',
      'member.token_issued',
      'member.token_revoked',
      'member.removed',
      'key.created',
      'key.rotated',
      'key.created',
      'key.raised',
      'key.revoked',
      'workspace.pilot_disabled',
    ]);

    const file = path.join(location.dataDir, 'backup');
    await writeBackup(location, file, { createdAt: new Date(desk.clock()), key: backupKey(masterKey) });
    const everything = gunzipSync(readFileSync(file)).toString('utf8');
    assert.ok(everything.includes('workspace.claimed'), 'the backup holds the audit records and all tables');
    const secrets = [claim.code, code, token, dev.token, devs.token, key.key, issued.key, signingSecret];
    for (const secret of secrets) {
      // What follows the beginning that lists show.
      const unseen = secret.slice(secret.lastIndexOf('_') + 7, -6);
      assert.ok(unseen.length >= 20);
      assert.ok(!everything.includes(unseen), `${secret.slice(0, 9)} is kept in the clear`);
    }
  },
);

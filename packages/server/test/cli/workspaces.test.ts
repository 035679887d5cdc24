// rf workspaces, members, terms and keys, on a store of their own.

import assert from 'node:assert/strict';
import os from 'node:os';
import { type TestContext, test } from 'node:test';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { instantText } from '@rf-indicators/core/context/times';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf as realRf } from '../../../../test/support/rf.ts';
import { printRefusal } from '../../src/cli/print-known-error.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { EXIT } from '../../src/cli/terminal.ts';
import { programOf, runCommand } from './run-command.ts';

type Rf = (...args: string[]) => Promise<string>;

const NOW = Date.parse('2026-04-01T09:00:00Z');

const all = await programOf('workspaces', 'members', 'terms', 'keys');

/** Runs commands on the store in a folder with somebody's token; a refusal is part of what is told. */
function shell(folder: string, token?: string): Rf {
  return async (...args) => {
    const env = { RF_DATA_DIR: folder, ...(token === undefined ? {} : { RF_TOKEN: token }) };
    const told: string[] = [];
    try {
      told.push(...(await runCommand(all, args, { env, now: NOW })).out);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      printRefusal({ err: (line) => told.push(line) }, error);
    }
    return told.join('\n');
  };
}

/** A store, and the shell of its operator. */
async function found(t: TestContext): Promise<{ folder: string; olga: Rf }> {
  const folder = temporaryFolder(t);
  const { out } = await runCommand(initCommand, ['--json'], { env: { RF_DATA_DIR: folder }, now: NOW });
  return { folder, olga: shell(folder, JSON.parse(out.join('\n')).operator.token) };
}

test('from a new workspace to its first key, on the command line', async (t) => {
  const { folder, olga } = await found(t);
  const created = await olga('workspaces', 'create', 'Acorn', '--tier', 'PROFESSIONAL');
  assert.match(created, /^Acorn created \([0-9a-f-]{36}\), PROFESSIONAL\n {2}rf_claim_\w{38}\n/);
  assert.match(created, /once,\nwith rf workspaces claim, before 2026-04-15T09:00:00Z\.$/);
  const first = /rf_claim_\w+/.exec(created)![0];
  const issued = JSON.parse(await olga('workspaces', 'new-claim-code', 'Acorn', '--json'));
  const code: string = issued.claim_code;
  assert.match(await olga('workspaces', 'list'), /^Acorn +PROFESSIONAL +not claimed +[0-9a-f-]{36}$/m);

  const anyone = shell(folder);
  const late = await anyone('workspaces', 'claim', '--code', first, '--name', 'Ada');
  assert.match(late, /^rf: This claim code has expired, or a newer one was issued/);
  const claimed = await anyone('workspaces', 'claim', '--code', code, '--name', 'Ada');
  assert.match(
    claimed,
    /^Ada is now Contract Admin of Acorn .*\nToken +rf_member_\w{38}\nSigning secret +whsec_\S+=\n/,
  );
  const again = await anyone('workspaces', 'claim', '--code', code, '--name', 'Eve');
  assert.equal(
    again,
    'rf: This claim code has already been used. If it was not you, tell the person who sent it to you at once.',
  );

  const ada = shell(folder, /rf_member_\w+/.exec(claimed)![0]);
  const create = ['keys', 'create', 'backend', '--tier', 'PROFESSIONAL'];
  assert.match(
    await ada(...create),
    /^rf: The contract_admin has not accepted the current API terms\. Read them with rf terms show/,
  );
  const { digest } = currentTerms('api');
  const shown = await ada('terms', 'show', '--kind', 'api');
  assert.match(
    shown,
    new RegExp(`^# API terms, version 1\\.0\n(.*\n)+Version   1\\.0\nDigest    ${digest}$`),
  );
  const accept = ['terms', 'accept', '--kind', 'api'];
  await assert.rejects(ada(...accept), new RegExp(`version 1\\.0, digest ${digest}\\. Read them first`));
  assert.match(await ada(...accept, '--accept-digest', digest.slice(1)), /^rf: This is not the digest/);
  assert.match(
    await ada(...accept, '--accept-digest', digest),
    /^Ada accepted the api terms, .*, for Acorn$/,
  );
  assert.match(await ada(...accept, '--accept-digest', digest), /^Nothing to do: Acorn has already accepted/);
  const from = `cli on ${os.hostname()}`;
  assert.ok((await ada('terms', 'list')).includes(`Ada          2026-04-01T09:00:00Z  ${from}`));

  assert.match(
    await ada(...create),
    /^backend created \(.*\), PROFESSIONAL\n {2}rf_live_\w{38}\nStore it now: it is not shown again/,
  );
  const limited = ['--hourly-limit', '10', '--expires', '2026-04-30', '--json'];
  const report = JSON.parse(await ada('keys', 'create', 'report', '--tier', 'FREE', ...limited));
  assert.match(
    await ada('keys', 'list'),
    new RegExp(`^report +${report.prefix}… +FREE +10 +Ada +2026-04-30T23:59:59Z +never +${report.id}$`, 'm'),
  );
});

test('keys are rotated, upgraded and revoked, and lists show their state', async (t) => {
  const { folder, olga } = await found(t);
  const made = JSON.parse(await olga('workspaces', 'create', 'Acorn', '--tier', 'PROFESSIONAL', '--json'));
  const claim = ['workspaces', 'claim', '--code', made.claim_code, '--name', 'Ada', '--json'];
  const claimed = JSON.parse(await shell(folder)(...claim));
  assert.equal(claimed.workspace.id, made.id);
  const ada = shell(folder, claimed.member.token);
  for (const kind of ['api', 'agent'] as const) {
    await ada('terms', 'accept', '--kind', kind, '--accept-digest', currentTerms(kind).digest);
  }
  const added = JSON.parse(await ada('members', 'add', 'Dev', '--role', 'developer', '--json'));
  const dev = shell(folder, added.token);
  assert.match(
    await dev('members', 'add', 'Eve', '--role', 'viewer'),
    /^rf: This requires the contract_admin role, which Dev does not have/,
  );
  const agentKey = ['keys', 'create', 'agent', '--tier', 'PROFESSIONAL', '--agent'];
  assert.equal(await dev(...agentKey), 'rf: The agent pilot is not enabled for Acorn.');
  assert.equal(await olga('workspaces', 'enable-pilot', 'Acorn'), 'Acorn now takes part in the agent pilot');
  assert.match(await dev(...agentKey), /^agent created/);

  const old = JSON.parse(await dev('keys', 'create', 'old', '--tier', 'FREE', '--json'));
  const rotated = JSON.parse(await dev('keys', 'rotate', 'old', '--grace-hours', '2', '--json'));
  assert.deepEqual(
    [rotated.replaces.id, rotated.replaces.expires_at],
    [old.id, instantText(NOW + 2 * 60 * 60 * 1000)],
  );
  assert.match(await dev('keys', 'revoke', 'old'), /^rf: Several active keys are called "old"\. Choose one/);
  assert.equal(await dev('keys', 'revoke', `${old.prefix}…`), `${old.prefix}… revoked`);
  assert.equal(await dev('keys', 'upgrade', 'old', 'PROFESSIONAL'), 'old now has the PROFESSIONAL tier');
  assert.match(
    await dev('keys', 'raise', 'old', 'PROFESSIONAL'),
    /^rf: rf_live_\w{6}… already has the PROFESSIONAL tier/,
    'the earlier name of the command still works',
  );
  assert.equal(
    await olga('workspaces', 'set-tier', 'Acorn', 'CUSTOM', '--entitlements', 'scores,methodology'),
    'Acorn now has the CUSTOM tier with scores, methodology',
  );
  assert.match(
    await olga('workspaces', 'disable-pilot', 'Acorn'),
    /^rf: The agent pilot is not enabled for Acorn/,
  );
  const listed = await olga('keys', 'list', '--all', '--workspace', 'Acorn');
  assert.equal(listed.split('\n').length, 4);
  assert.match(listed, /^agent +rf_live_\w{6}… +PROFESSIONAL, now FREE +agent +Dev +never/m);
  assert.match(listed, /^old .* FREE .* revoked /m);
  assert.equal(JSON.parse(await dev('keys', 'list', '--json')).length, 2);

  assert.match(await dev('members', 'list'), /^Dev +developer +rf_member_\w{6}… /m);
  assert.match(await ada('members', 'token', 'Dev'), /^Token for Dev .*\n {2}rf_member_\w{38}\n/);
  assert.match(await ada('members', 'revoke-token', `${added.prefix}…`), / revoked$/);
  assert.match(await dev('keys', 'list'), /^rf: This token is unknown or revoked/);
  assert.equal(await ada('members', 'remove', 'Dev'), 'Dev removed');
  assert.match(await ada('members', 'remove', 'Ada'), /^rf: This would leave no contract_admin/);
});

test('a staff token is refused where a member token is required, and the reverse', async (t) => {
  const { folder, olga } = await found(t);
  const { claim_code: code } = JSON.parse(
    await olga('workspaces', 'create', 'Acorn', '--tier', 'ENTERPRISE', '--json'),
  );
  const { member } = JSON.parse(
    await shell(folder)('workspaces', 'claim', '--code', code, '--name', 'Ada', '--json'),
  );
  const ada = shell(folder, member.token);
  assert.match(await ada('workspaces', 'set-tier', 'Acorn', 'FREE'), /^rf: This is not a staff token/);
  assert.match(await olga('members', 'list'), /name the workspace/);
  assert.match(await olga('keys', 'create', 'k', '--tier', 'FREE'), /^rf: This is not a member token/);
  assert.match(await olga('members', 'list', '--workspace', 'Acorn'), /^Ada +contract_admin/m);
  await assert.rejects(shell(folder)('keys', 'list'), /give your member token in RF_TOKEN/);
  for (const list of ['keys', 'members', 'terms']) {
    const nobody = shell(folder)(list, 'list', '--workspace', 'Acorn');
    await assert.rejects(nobody, /give your staff token in RF_TOKEN/, list);
    assert.doesNotMatch(await ada(list, 'list', '--workspace', 'Acorn'), /^rf:/, list);
  }
  assert.match(
    await olga('keys', 'list', '--workspace', 'Birch'),
    /^rf: No workspace has the id or name "Birch"/,
  );
});

test('an operator suspends and resumes a workspace, and revokes one of its keys', async (t) => {
  const { folder, olga } = await found(t);
  const { claim_code: code } = JSON.parse(
    await olga('workspaces', 'create', 'Acorn', '--tier', 'ENTERPRISE', '--json'),
  );
  const { member } = JSON.parse(
    await shell(folder)('workspaces', 'claim', '--code', code, '--name', 'Ada', '--json'),
  );
  const ada = shell(folder, member.token);
  await ada('terms', 'accept', '--kind', 'api', '--accept-digest', currentTerms('api').digest);
  const { prefix } = JSON.parse(await ada('keys', 'create', 'k', '--tier', 'FREE', '--json'));

  assert.match(await olga('workspaces', 'suspend', 'Acorn', '--reason', 'unpaid'), /^Acorn is suspended/);
  assert.match(await olga('workspaces', 'list'), /^Acorn .* suspended /m);
  assert.match(await ada('keys', 'revoke', 'k'), /^rf: The workspace Acorn is suspended/);
  assert.match(await ada('keys', 'list'), /^k +rf_live_/m);
  const revoke = () => olga('keys', 'revoke', `${prefix}…`, '--reason', 'It was published');
  assert.equal(await revoke(), `${prefix}… of Acorn revoked`);
  assert.match(await revoke(), /^rf: This key has already been revoked/);
  assert.equal(await olga('workspaces', 'resume', 'Acorn'), 'Acorn is no longer suspended');
  assert.match(await ada('keys', 'list', '--all'), / revoked /);
});

test('of two claims at once one wins', async (t) => {
  const { folder, olga } = await found(t);
  // By the real clock.
  const env = { RF_DATA_DIR: folder };
  const old = JSON.parse(await olga('workspaces', 'create', 'Old', '--tier', 'FREE', '--json'));
  const outdated = await realRf(['workspaces', 'claim', '--code', old.claim_code, '--name', 'Ada'], { env });
  assert.deepEqual([outdated.code, outdated.stdout], [EXIT.no, '']);
  assert.match(outdated.stderr, /^rf: This claim code has expired/);

  const { out } = await runCommand(initCommand, ['--json'], { env: { RF_DATA_DIR: `${folder}/now` } });
  const now = { RF_DATA_DIR: `${folder}/now`, RF_TOKEN: JSON.parse(out.join('\n')).operator.token };
  const created = await realRf(['workspaces', 'create', 'Acorn', '--tier', 'FREE', '--json'], { env: now });
  const { claim_code: code } = JSON.parse(created.stdout);
  const claims = await Promise.all(
    ['Ada', 'Bea'].map((name) =>
      realRf(['workspaces', 'claim', '--code', code, '--name', name], { env: now }),
    ),
  );
  assert.deepEqual(claims.map((claim) => claim.code).sort(), [EXIT.ok, EXIT.no]);
  const lost = claims.find((claim) => claim.code === EXIT.no)!;
  assert.equal(lost.stdout, '');
  assert.match(lost.stderr, /^rf: This claim code has already been used/);
});

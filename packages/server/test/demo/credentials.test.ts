import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { effectiveTier } from '@rf-indicators/contract';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { revokeKey, upgradeKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { authenticateMember, findMember } from '@rf-indicators/core/accounts/members';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { findWorkspace, setTier } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { hashToken } from '@rf-indicators/core/secrets/tokens';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { demoCommand } from '../../src/cli/service/demo.ts';
import { prepareDemoCredentials } from '../../src/demo/credentials.ts';
import { credentialsFile, type DemoCredentials } from '../../src/demo/credentials-file.ts';
import { runCommand } from '../cli/run-command.ts';
import { demoDesk } from './demo-desk.ts';

const BASE = 'http://127.0.0.1:8080';

async function demoStore(kind: StoreKind, t: TestContext) {
  const { desk, masterKey } = await demoDesk(kind, t);
  const dataDir = temporaryFolder(t);
  const prepare = (over: Context = desk, baseUrl = BASE) =>
    prepareDemoCredentials(over, masterKey, dataDir, baseUrl);
  const written = (): DemoCredentials => JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8'));
  return { desk, masterKey, dataDir, prepare, written };
}

/** The keys of the store that are in force, by their hashes. */
async function inForce({ store }: Context) {
  const rows = (await readAccess(store.db)).filter(({ revokedAt }) => revokedAt === null);
  return new Map(rows.map((row) => [row.keyHash, row]));
}

async function adminOf({ store }: Context, name: string) {
  const workspace = await findWorkspace(store.db, name);
  const [admin] = await listMembers(store.db, workspace!.id);
  return (await findMember(store.db, admin!.id))!;
}

onEitherStore(
  'the demo has a key for each tier and one for agents, in a file that only its owner can read',
  async (kind, t) => {
    const { desk, masterKey, dataDir, prepare, written } = await demoStore(kind, t);
    const told = await prepare();
    const file = written();
    assert.deepEqual(file, told);
    assert.equal(statSync(credentialsFile(dataDir)).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dataDir), ['demo-credentials.json']);
    assert.deepEqual(Object.keys(file), ['base_url', 'keys', 'staff', 'people', 'workspaces']);
    assert.equal(file.base_url, BASE);
    assert.deepEqual(Object.keys(file.keys), ['FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM', 'AGENT']);
    const tiers = file.workspaces.map(({ tier }) => tier).sort();
    assert.deepEqual(tiers, ['CUSTOM', 'ENTERPRISE', 'PROFESSIONAL', 'PROFESSIONAL']);
    for (const { id, signing_secret, member_token, ...rest } of file.workspaces) {
      assert.deepEqual(Object.keys(rest), ['name', 'tier']);
      assert.equal((await authenticateMember(desk, member_token)).workspace.id, id);
      assert.match(signing_secret, /^whsec_/);
      assert.equal(signing_secret, await readSigningSecret(desk.store.db, masterKey, id));
    }

    const access = await inForce(desk);
    assert.equal(access.size, 5);
    const windows = new Set<string>();
    for (const [name, key] of Object.entries(file.keys)) {
      const row = access.get(hashToken(key))!;
      const tier = effectiveTier(row.workspaceTier, row.keyTier);
      assert.equal(tier, name === 'AGENT' ? 'PROFESSIONAL' : name);
      const mayUseTools = row.agentScope && row.pilotEnabled && row.agentTermsAccepted;
      assert.equal(mayUseTools, name === 'AGENT');
      if (name === 'CUSTOM') assert.deepEqual(row.entitlements, ['scores', 'methodology']);
      windows.add(`${row.workspaceId} ${tier}`);
    }
    assert.equal(windows.size, 5, 'no key uses up the hour of another');
  },
);

onEitherStore('valid credentials are kept; only the base URL is updated', async (kind, t) => {
  const { desk, prepare, written } = await demoStore(kind, t);
  const first = await prepare();
  const acts = async () => (await desk.store.db.selectFrom('audit').select('seq').execute()).length;
  const before = await acts();
  assert.deepEqual(await prepare(), first);
  const moved = await prepare(desk, 'http://127.0.0.1:9090');
  assert.deepEqual(moved, { ...first, base_url: 'http://127.0.0.1:9090' });
  assert.deepEqual(written(), moved);
  assert.equal(await acts(), before, 'nothing was done to the store');
});

onEitherStore(
  'a file that is missing or does not match leads to fresh keys, and the old ones end',
  async (kind, t) => {
    const { desk, dataDir, prepare, written } = await demoStore(kind, t);
    const file = credentialsFile(dataDir);
    const keyOf = (name: 'FREE' | 'CUSTOM') => hashToken(written().keys[name]);
    const spoilings: Record<string, () => Promise<unknown> | unknown> = {
      'it is gone': () => rmSync(file),
      'it was cut short': () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 200)),
      'it is of another store': () =>
        writeFileSync(file, JSON.stringify({ ...written(), keys: { ...written().keys, FREE: 'rf_live_x' } })),
      'a key was revoked': async () => {
        const { keyId } = (await inForce(desk)).get(keyOf('CUSTOM'))!;
        await revokeKey(desk, await adminOf(desk, 'Thistlewick Demo'), keyId);
      },
      'a key was raised': async () => {
        const { keyId } = (await inForce(desk)).get(keyOf('FREE'))!;
        await upgradeKey(desk, await adminOf(desk, 'Brackenmoor Demo'), keyId, 'PROFESSIONAL');
      },
      'it is gone, and the workspace fell': async () => {
        rmSync(file);
        const [operator] = await desk.store.db.selectFrom('staff').selectAll().execute();
        await setTier(desk, { ...operator!, roles: ['operator'] }, 'Quillhaven Demo', 'FREE');
      },
    };
    const first = await prepare();
    let last = first;
    for (const [what, spoil] of Object.entries(spoilings)) {
      await spoil();
      desk.now += 1000;
      const fresh = await prepare();
      const lasting = ({ workspaces }: DemoCredentials) =>
        workspaces.map(({ member_token: _, ...workspace }) => workspace);
      assert.deepEqual(lasting(fresh), lasting(first), what);
      const access = await inForce(desk);
      assert.equal(access.size, 5, what);
      for (const [name, key] of Object.entries(fresh.keys)) {
        assert.ok(access.has(hashToken(key)), `${what}: ${name}`);
        assert.notEqual(key, last.keys[name as 'FREE'], `${what}: ${name}`);
      }
      assert.deepEqual(written(), fresh);
      last = fresh;
    }
  },
);

test('a start that is interrupted at any moment is completed by the next', async (t) => {
  const { desk, prepare } = await demoStore('sqlite', t);
  const cutAfter = async (transactions: number): Promise<boolean> => {
    let left = transactions;
    const cut: Store = {
      ...desk.store,
      transaction: (work) => {
        if (left === 0) throw new Error('cut short');
        left -= 1;
        return desk.store.transaction(work);
      },
    };
    try {
      await prepare({ ...desk, store: cut });
      return true;
    } catch (error) {
      assert.match(String(error), /cut short/);
      return false;
    }
  };
  let starts = 0;
  while (!(await cutAfter(starts))) starts += 1;
  assert.ok(starts > 10, `cut short ${starts} times`);
  const credentials = await prepare();
  const access = await inForce(desk);
  assert.equal(access.size, 5);
  for (const key of Object.values(credentials.keys)) assert.ok(access.has(hashToken(key)));
  assert.equal(credentials.workspaces.length, 4);
});

test('rf demo prints the keys and their file; a store that is not a demo has none', async (t) => {
  const dataDir = temporaryFolder(t);
  await copyDemo(dataDir);
  // For a file that is run alone: the first days of the story have all that is printed.
  const env = { RF_DATA_DIR: dataDir, PORT: '8123', RF_DEMO_UNTIL: '2026-04-03' };
  const { out } = await runCommand(demoCommand, [], { env });
  const file: DemoCredentials = JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8'));
  assert.equal(file.base_url, 'http://localhost:8123');
  for (const [name, key] of Object.entries(file.keys)) {
    assert.ok(out.includes(`  ${name.padEnd(13)}${key}`), name);
  }
  assert.match(out.join('\n'), new RegExp(`are in ${credentialsFile(dataDir)}$`));

  const own = temporaryFolder(t);
  await rf(['init'], { env: { RF_DATA_DIR: own } });
  await assert.rejects(runCommand(demoCommand, [], { env: { RF_DATA_DIR: own } }), /is not a demo/);
  assert.equal(existsSync(credentialsFile(own)), false);
});

onEitherStore(
  'the demo has a token for each role of the desk, and keeps those that work',
  async (kind, t) => {
    const { desk, prepare, dataDir, written } = await demoStore(kind, t);
    const { staff } = await prepare();
    for (const [role, token] of Object.entries(staff)) {
      assert.deepEqual((await authenticate(desk, token)).roles, [role]);
    }
    assert.deepEqual((await prepare()).staff, staff);
    await desk.store.transaction((writes) =>
      writes
        .updateTable('staff_tokens')
        .set({ revoked_at: 1 })
        .where('token_hash', '=', hashToken(staff.analyst))
        .execute(),
    );
    writeFileSync(credentialsFile(dataDir), JSON.stringify(written()));
    const { staff: again } = await prepare();
    assert.notEqual(again.analyst, staff.analyst);
    assert.deepEqual({ ...again, analyst: staff.analyst }, staff);
  },
);

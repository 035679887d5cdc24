// The commands of the registry, issuances, requests and configurations, on a store of their own.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import type { MethodologyDocument } from '@rf-indicators/engine';
import { framework, keyOf, signed } from '../../../../test/support/desk-fixture.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { FRAMEWORK } from '../../../../test/support/repository.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { openContext } from '../../src/cli/store-session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { programOf } from './run-command.ts';

const programWith = await programOf('methodology', 'approvals', 'issuances', 'requests', 'configurations');

interface Shell {
  folder: string;
  rf(...args: string[]): Promise<string[]>;
  as(token: string): Shell;
}

/** Runs commands on one store, with the operator's token unless told otherwise. */
async function openShell(
  t: TestContext,
): Promise<{ shell: Shell; officerToken: string; terminal: Terminal }> {
  const folder = temporaryFolder(t);
  const terminal: Terminal = {
    out: () => undefined,
    outBytes: () => undefined,
    err: () => undefined,
    readStdin: async () => '',
    readSecret: async () => '',
    isTerminal: false,
    env: { RF_DATA_DIR: folder, RF_MASTER_KEY: TEST_MASTER_KEY },
    now: () => new Date('2026-04-01T09:00:00Z'),
    untilStopped: () => new Promise(() => undefined),
  };
  const desk = await openContext(terminal, { mayBeEmpty: true });
  const founded = await initialise(desk, readMasterKey('', TEST_MASTER_KEY), { operator: 'Olga' });
  const { operator } = founded;
  const { token } = founded.token;
  const cora = { name: 'Cora', roles: ['chief_risk_officer'] } as const;
  const officer = await enrol(desk, operator, cora);
  await desk.close();
  const as = (given: string): Shell => ({
    folder,
    as,
    rf: async (...args) => {
      const lines: string[] = [];
      const own = {
        ...terminal,
        env: { ...terminal.env, RF_TOKEN: given },
        out: (line: string) => lines.push(line),
      };
      await programWith(own).parseAsync(args, { from: 'user' });
      return lines;
    },
  });
  return { shell: as(token), officerToken: officer.token, terminal };
}

test('a framework is imported, signed and activated, each step by the right role', async (t) => {
  const { shell, officerToken } = await openShell(t);
  const key = await keyOf('cora-key', 1);
  const signOff = path.join(shell.folder, 'signoff.json');
  writeFileSync(signOff, JSON.stringify(await signed(framework(), key)));
  const keyFile = path.join(shell.folder, 'cora.pub');
  writeFileSync(keyFile, `${key.verifierKey}\n`);

  assert.deepEqual(await shell.rf('methodology', 'list'), [
    'no frameworks; import one with rf methodology import',
  ]);
  assert.deepEqual(await shell.rf('methodology', 'enrol-key', '--staff', 'Cora', '--key', keyFile), [
    `enrolled ${key.id}`,
  ]);
  const officer = shell.as(officerToken);
  assert.match((await officer.rf('methodology', 'import', FRAMEWORK))[0]!, /^imported 6150668944/);
  await assert.rejects(shell.rf('methodology', 'activate', '1.0', '--notes', 'x'), /has not been signed/);
  assert.match(
    (await shell.rf('methodology', 'impact', '1.0'))[0]!,
    /v1\.0 \(unsigned\) with no framework in effect/,
  );
  assert.deepEqual(await officer.rf('methodology', 'record-sign-off', signOff), ['sign-off recorded']);
  await assert.rejects(
    officer.rf('methodology', 'activate', '1.0', '--notes', 'x'),
    /This requires the operator role, which Cora does not have/,
  );
  const activated = await shell.rf('methodology', 'activate', '1.0', '--notes', 'The first.');
  assert.match(activated[0]!, /RF Framework v1\.0 is activated, effective from 2026-04-01/);
  assert.match(
    (await shell.rf('methodology', 'list'))[0]!,
    /v1\.0 {2}from 2026-04-01 {2}activated {2}6150668944/,
  );
  const [report] = await shell.rf(
    'methodology',
    'impact',
    FRAMEWORK,
    '--as-of',
    '2026-05-01T00:00:00Z',
    '--json',
  );
  assert.equal(JSON.parse(report!).compared_with.version, '1.0');
  await assert.rejects(shell.rf('methodology', 'impact', '7.7'), /no imported framework "7\.7"/);
  assert.match(
    (await shell.rf('methodology', 'retire-key', key.id))[0]!,
    /^Requested\. A second person must approve it: rf approvals approve /,
  );
  assert.deepEqual(await officer.rf('methodology', 'retire-key', key.id), [`retired ${key.id}`]);
});

test('a next framework is announced, cancelled and replaced by two people', async (t) => {
  const { shell, officerToken } = await openShell(t);
  const officer = shell.as(officerToken);
  const key = await keyOf('cora-key', 1);
  const keyFile = path.join(shell.folder, 'cora.pub');
  writeFileSync(keyFile, `${key.verifierKey}\n`);
  await shell.rf('methodology', 'enrol-key', '--staff', 'Cora', '--key', keyFile);
  const importSigned = async (document: MethodologyDocument) => {
    const [file, signOff] = ['f.json', 'f.signoff.json'].map((name) => path.join(shell.folder, name));
    writeFileSync(file!, JSON.stringify(document));
    writeFileSync(signOff!, JSON.stringify(await signed(document, key)));
    const lines = await shell.rf('methodology', 'import', file!);
    await officer.rf('methodology', 'record-sign-off', signOff!);
    return lines;
  };
  const approve = (line: string) => officer.rf('approvals', 'approve', line.split(' ').at(-1)!);
  const requested = /^Requested\. A second person must approve it: rf approvals approve /;
  await importSigned(framework());
  await shell.rf('methodology', 'activate', '1.0', '--notes', 'The first.');

  await importSigned(framework('1.1', '2026-04-10'));
  const activate = ['methodology', 'activate', '1.1', '--notes', 'The second.'];
  await assert.rejects(shell.rf(...activate), /the earliest date is 2026-04-15/);
  const [urgent] = await shell.rf(...activate, '--urgent', 'A rule was wrong.');
  assert.match(urgent!, requested);
  await approve(urgent!);
  const states = async () =>
    (await shell.rf('methodology', 'list')).map((line) => line.replace(/ {2}[0-9a-f]{64}$/, ''));
  assert.deepEqual(await states(), [
    'RF Framework v1.0  from 2026-04-01  activated',
    'RF Framework v1.1  from 2026-04-10  announced',
    '  without notice: A rule was wrong.',
  ]);
  const [cancelled] = await shell.rf('methodology', 'cancel', '1.1', '--reason', 'The rule was right.');
  assert.match(cancelled!, requested);
  await approve(cancelled!);
  const [, replaces] = await importSigned(framework('1.1', '2026-05-01'));
  assert.match(replaces!, /^ {2}replaces [0-9a-f]{64}$/);
  assert.deepEqual(
    (await states()).map((line) => line.replace(/[0-9a-f]{64}/, 'DIGEST')),
    [
      'RF Framework v1.0  from 2026-04-01  activated',
      'RF Framework v1.1  from 2026-04-10  replaced',
      '  without notice: A rule was wrong.',
      '  cancelled: The rule was right.',
      '  replaced by DIGEST',
      'RF Framework v1.1  from 2026-05-01  signed',
    ],
  );
});

test('issuances are added, imported, updated and listed, and their status changes', async (t) => {
  const { shell } = await openShell(t);
  const details = ['--issuer-name', 'A', '--name', 'Bond', '--type', 'bond', '--currency', 'USD'];
  const [added] = await shell.rf(
    'issuances',
    'add',
    ...details,
    '--announced-on',
    '2026-04-01',
    '--price',
    '99',
  );
  const id = added!.replace('added ', '');
  const file = path.join(shell.folder, 'more.csv');
  writeFileSync(
    file,
    'issuer_name,name,type,currency,announced_on\nB,Share,preferred_share,EUR,2026-04-02\n',
  );
  assert.deepEqual(await shell.rf('issuances', 'import', file), ['added 1 issuance']);
  assert.match((await shell.rf('issuances', 'status', id, 'PRICING'))[0]!, /PRICING .* A: Bond$/);
  await assert.rejects(shell.rf('issuances', 'status', id, 'ANNOUNCED'), /cannot become ANNOUNCED/);
  await assert.rejects(
    shell.rf('issuances', 'status', id, 'SOLD'),
    /'SOLD' is invalid for argument 'status'/,
  );
  await shell.rf('issuances', 'update', id, '--coupon-rate', '8.5', '--clear', 'price');
  await assert.rejects(shell.rf('issuances', 'update', id), /Give at least one detail to change/);
  const [json] = await shell.rf('issuances', 'list', '--type', 'bond', '--json');
  const [bond] = JSON.parse(json!);
  assert.deepEqual([bond.coupon_rate, bond.price, bond.status], ['8.5', null, 'PRICING']);
  await shell.rf('issuances', 'status', id, 'WITHDRAWN');
  assert.equal((await shell.rf('issuances', 'list')).length, 1);
  assert.equal((await shell.rf('issuances', 'list', '--all')).length, 2);
});

test('requests are listed, accepted, declined and noted', async (t) => {
  const { shell, terminal } = await openShell(t);
  const desk = await openContext(terminal);
  const ids: string[] = [];
  for (const provider_name of ['One', 'Two']) {
    const { request_id } = await receiveScoreRequest(desk, { provider_name, message: 'first\nsecond' });
    ids.push(request_id);
  }
  await desk.close();
  assert.deepEqual(await shell.rf('requests', 'accept', ids[0]!), [`${ids[0]} is accepted`]);
  await assert.rejects(
    shell.rf('requests', 'scored', ids[0]!, '--provider', 'one'),
    /No provider has the id or slug "one"/,
  );
  await shell.rf('requests', 'decline', ids[1]!, '--note', 'out of scope');
  await shell.rf('requests', 'note', ids[1]!, 'they asked again');
  await assert.rejects(shell.rf('requests', 'accept', ids[1]!), /is declined/);
  const declined = await shell.rf('requests', 'list', '--status', 'declined');
  // Notes of the same instant have no order.
  assert.deepEqual(
    [...declined.slice(0, 4), ...declined.slice(4).sort()],
    [
      `${ids[1]}  declined  2026-04-01T09:00:00.000Z`,
      '    provider: Two',
      '    message:  first',
      '    message:  second',
      '    note:     2026-04-01T09:00:00Z, Olga: out of scope',
      '    note:     2026-04-01T09:00:00Z, Olga: they asked again',
    ],
  );
});

test('configurations are set and listed', async (t) => {
  const { shell } = await openShell(t);
  await shell.rf('configurations', 'set', 'strict', 'level=high', 'empty=');
  const line = (await shell.rf('configurations', 'list')).find((each) => each.startsWith('strict'));
  assert.match(line!, /^strict .* \{"empty":"","evidence_rules":"1","level":"high","name":"strict"\}$/);
  await assert.rejects(shell.rf('configurations', 'set', 'strict', 'level'), /is not a setting/);
  await assert.rejects(
    shell.rf('configurations', 'set', 'strict', 'name=other'),
    /"name" cannot be a setting/,
  );
});

// rf verify --offline: an export is verified without a server, and whatever is changed in it is found.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { signerKeyFromSeed } from '@rf-indicators/engine';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { keyOf } from '../../../../../test/support/desk-fixture.ts';
import { temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { enter, MINUTE, publishNow } from '../../../../../test/support/world.ts';
import { verifyCommand } from '../../../src/cli/verify/verify.ts';
import { runCommand } from '../run-command.ts';
import { readList, smallExport, verifyExport } from './small-export.ts';
import { change, listAgain, sharedExport, statementsOf } from './tampering.ts';

const shared = await sharedExport();

/** Bytes that are changed, one at a time, in files that a seeded choice takes. */
const FLIPS = cases(15, 500);

/** Part of every export, with or without the site. */
const PAGE = '404.html';

function swap(folder: string, one: string, other: string): void {
  const aside = path.join(folder, 'aside');
  renameSync(path.join(folder, one), aside);
  renameSync(path.join(folder, other), path.join(folder, one));
  renameSync(aside, path.join(folder, other));
}

interface Tampering {
  name: string;
  tamper: (folder: string) => void | Promise<void>;
  found: RegExp;
}

const TAMPERINGS: Tampering[] = [
  {
    name: 'a score in the public list',
    tamper: (folder) => change(folder, 'api/public/scores', (text) => text.replace('LOW', 'HIGH')),
    found: /^api\/public\/scores: has other bytes/,
  },
  {
    name: 'a page',
    tamper: (folder) => change(folder, PAGE, (text) => text.replace('</h1>', '!</h1>')),
    found: /^404\.html: has other bytes/,
  },
  {
    name: 'two statements swapped',
    tamper: (folder) => {
      const [one, other] = statementsOf(folder);
      swap(folder, `api/public/verify/${one}`, `api/public/verify/${other}`);
    },
    found: /^api\/public\/verify\/RF-.*: has other bytes/,
  },
  {
    name: 'a statement removed',
    tamper: (folder) => rmSync(path.join(folder, 'api/public/verify', statementsOf(folder)[0]!)),
    found: /^api\/public\/verify\/RF-.*: is missing/,
  },
  {
    name: 'a file added',
    tamper: (folder) => {
      mkdirSync(path.join(folder, 'providers/new-provider'), { recursive: true });
      writeFileSync(path.join(folder, 'providers/new-provider/index.html'), '<h1>LOW</h1>');
    },
    found: /^providers\/new-provider\/index\.html: is not in the list/,
  },
  {
    name: 'a hidden file added',
    tamper: (folder) =>
      writeFileSync(path.join(folder, 'badges/.htaccess'), 'Redirect / https://evil.example'),
    found: /^badges\/\.htaccess: is not in the list/,
  },
  {
    name: 'a file that is a link to the same bytes',
    tamper: (folder) => {
      renameSync(path.join(folder, PAGE), `${folder}-${PAGE}`);
      symlinkSync(`${folder}-${PAGE}`, path.join(folder, PAGE));
    },
    found: /^404\.html: is a link/,
  },
  {
    name: 'a line of the list',
    tamper: (folder) =>
      change(folder, 'rf-files.jsonl', (text) =>
        text.replace(/"sha256":"./, '"sha256":"f').replace('"bytes":1', '"bytes":2'),
      ),
    found: /^rf-files\.jsonl: is not the list that was signed/,
  },
  {
    name: 'a header of the description',
    tamper: (folder) =>
      change(folder, 'rf-export.json', (text) => text.replace("frame-ancestors 'none'", 'frame-ancestors *')),
    found: /^rf-export\.json: has a signature that is not valid/,
  },
  {
    name: 'a file and the list, without a key',
    tamper: async (folder) => {
      change(folder, PAGE, (text) => text.replace('</h1>', '!</h1>'));
      await listAgain(folder, null);
    },
    found: /^rf-export\.json: has a signature that is not valid/,
  },
  {
    name: 'a file and the list, signed with a key of somebody else',
    tamper: async (folder) => {
      change(folder, PAGE, (text) => text.replace('</h1>', '!</h1>'));
      await listAgain(folder, await keyOf('rf-demo', 99));
    },
    found: /^rf-export\.json: is signed with rf-demo\+.*, which is not the current key/,
  },
  {
    name: 'a dump replaced by that of another day',
    tamper: (folder) =>
      cpSync(
        path.join(folder, 'datasets/2026-04-01.csv.gz'),
        path.join(folder, 'datasets/2026-04-02.csv.gz'),
      ),
    found: /^datasets\/2026-04-02\.csv\.gz: has other bytes/,
  },
  {
    name: 'the checkpoint',
    tamper: (folder) => change(folder, 'log/checkpoint', (text) => text.replace(/\n(\d+)\n/, '\n1\n')),
    found: /^log\/checkpoint: has other bytes/,
  },
];

test('an export is verified with nothing but its folder and a key', async () => {
  const [small, folder] = [shared.small, shared.folder];
  const whole = await small.verify(folder);
  assert.deepEqual([whole.code, whole.found], [0, []]);
  assert.equal(whole.checked.length, 4);
  const [id] = statementsOf(folder);
  const one = await small.verify(folder, id!);
  assert.deepEqual([one.code, one.found], [0, []]);
  assert.match(one.checked[0]!, new RegExp(`^${id}: .* is entry \\d+ of the log$`));
  assert.deepEqual(one.remarks, [`${id} was current when the export was made.`]);
  const unknown = await small.verify(folder, 'RF-00000-00000-00000-00000-000000');
  assert.deepEqual(
    [unknown.code, unknown.found],
    [1, ['RF-00000-00000-00000-00000-000000: is not in the log']],
  );
  const { verifier } = await signerKeyFromSeed('rf-demo', new Uint8Array(32).fill(98));
  const stranger = await verifyExport(folder, verifier);
  assert.equal(stranger.code, 1);
  assert.match(stranger.found.join('\n'), /^signature: /);
  await assert.rejects(
    runCommand(verifyCommand, ['--offline', folder], { env: {} }),
    /A key that comes with an export proves nothing/,
  );
});

test('whatever is changed, removed, swapped or added is found', async (t) => {
  for (const { name, tamper, found } of TAMPERINGS) {
    const copy = shared.copy(t);
    await tamper(copy);
    const { code, found: all } = await shared.small.verify(copy);
    assert.equal(code, 1, name);
    assert.ok(
      all.some((line) => found.test(line)),
      `${name}: ${all.join('\n')}`,
    );
  }
});

test(`${FLIPS} single bytes changed anywhere are found`, async (t) => {
  const [small, folder] = [shared.small, shared.copy(t)];
  const files = [...readList(folder).map(({ file }) => file), 'rf-files.jsonl', 'rf-export.json'];
  const below = seededNumbers(20);
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const file = path.join(folder, files[below(files.length)]!);
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    const at = below(whole.length);
    changed[at] = changed[at]! ^ (1 << below(8));
    writeFileSync(file, changed);
    const { code } = await small.verify(folder);
    assert.equal(code, 1, `byte ${at} of ${path.relative(folder, file)}`);
    writeFileSync(file, whole);
  }
  assert.deepEqual((await small.verify(folder)).found, []);
});

test('an export after a rotation is verified with the first key, and the old key cannot sign it', async (t) => {
  const small = await smallExport(t);
  const { world } = small;
  const old = await currentSigner(world.store.db, world.masterKey);
  world.desk.moveTo(world.desk.clock() + MINUTE);
  await rotateSigningKey(world.desk, world.people.operator, {
    masterKey: world.masterKey,
    checkpointFile: null,
  });
  world.desk.moveTo(world.desk.clock() + MINUTE);
  await enter(world, 'FX-05', 'equity_ratio', '4.25');
  await publishNow(world);
  const folder = small.folder();
  await small.export(folder, '--no-site');
  assert.deepEqual((await small.verify(folder)).found, []);
  await listAgain(folder, old);
  assert.match(
    (await small.verify(folder)).found.join('\n'),
    /^rf-export\.json: is signed with .*, which is not the current key/,
  );
});

test('a package is replayed and compared with the log of the export', async (t) => {
  const [small, folder] = [shared.small, shared.folder];
  const [id] = statementsOf(folder);
  const answer = await computationAnswer(small.world.store.db, id!, '');
  const file = path.join(temporaryFolder(t), 'computation.json');
  writeFileSync(file, JSON.stringify(answer));
  const { code, checked } = await small.verify(folder, file);
  assert.equal(code, 0);
  assert.match(checked[0]!, new RegExp(`^${id}: `));
  change(path.dirname(file), 'computation.json', (text) => text.replace(/"value":"(\d)/, '"value":"9$1'));
  const altered = await small.verify(folder, file);
  assert.equal(altered.code, 1);
});

test('what is not an export is said to be none', async (t) => {
  await assert.rejects(
    shared.small.verify(temporaryFolder(t)),
    /is not an export: it has no rf-export\.json\. Write one with rf export --static FOLDER\./,
  );
});

// rf verify --offline: whoever has the signing key of the service can sign an export again, but not contradict its log.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { signedIndex } from '@rf-indicators/core/desk/datasets/record';
import { cosign, parseWitnessSigner, signObject, splitNote, witnessKeyFromSeed } from '@rf-indicators/engine';
import type { Lifetime } from '../../../../../test/support/lifetime.ts';
import { type ListedFile, sha256 } from '../../../src/cli/export/listing.ts';
import { smallExport } from './small-export.ts';
import {
  change,
  changeJson,
  type ListChanges,
  listAgain,
  newFile,
  sharedExport,
  statementsOf,
  without,
} from './tampering.ts';

const shared = await sharedExport();
const { small, signer, folder } = shared;

const NOWHERE = 'RF-00000-00000-00000-00000-000000';
const WITNESS = await witnessKeyFromSeed('witness.example/w1', new Uint8Array(32).fill(1));

interface Forgery {
  name: string;
  /** Changes files. */
  forge?: (folder: string) => void | Promise<void>;
  /** Changes the list too. */
  list?: (folder: string) => ListChanges;
  found: RegExp;
}

async function requireFound(forgeries: readonly Forgery[], t: Lifetime) {
  for (const { name, forge, list, found } of forgeries) {
    const copy = shared.copy(t);
    await forge?.(copy);
    await listAgain(copy, signer, list?.(copy));
    const { code, found: all } = await small.verify(copy);
    assert.equal(code, 1, name);
    assert.ok(
      all.some((line) => found.test(line)),
      `${name}: ${all.join('\n')}`,
    );
  }
}

test('an export that was only signed again is verified', async (t) => {
  const copy = shared.copy(t);
  await listAgain(copy, signer);
  assert.deepEqual((await small.verify(copy)).found, []);
});

/** Changes the text of the dump of 2 April, and makes the index fit. */
async function changeDump(copy: string, rows: number, edit: (csv: string) => string): Promise<void> {
  const place = path.join(copy, 'datasets/2026-04-02.csv.gz');
  const before = gunzipSync(readFileSync(place)).toString();
  const csv = edit(before);
  assert.notEqual(csv, before);
  const bytes = gzipSync(csv);
  writeFileSync(place, bytes);
  const index = path.join(copy, 'datasets/index.json');
  const list = JSON.parse(readFileSync(index, 'utf8'));
  const digests = { sha256: sha256(bytes), csv_sha256: sha256(csv) };
  Object.assign(list.data[1], { rows, bytes: bytes.length, ...digests });
  list.signature = await signObject(signedIndex(list.data), signer);
  writeFileSync(index, JSON.stringify(list));
}

const CONTRADICTIONS: Forgery[] = [
  {
    name: 'a current score',
    forge: (copy) =>
      change(copy, 'api/public/scores', (text) => text.replace(/"final_score":\d+/, '"final_score":1')),
    found: /^score_changed: /,
  },
  {
    name: 'a score that was never published',
    forge: (copy) =>
      changeJson<{ data: object[] }>(copy, 'api/public/scores', ({ data }) => {
        data.push({ ...data[0], id: '01890000-0000-7000-8000-000000000000', verification_id: NOWHERE });
      }),
    found: new RegExp(`^score_unlogged: ${NOWHERE} of .* is not in the log`),
  },
  {
    name: 'a statement',
    forge: (copy) =>
      change(copy, `api/public/verify/${statementsOf(copy)[0]}`, (text) =>
        text.replace(/"final_score":"\d+/, '"final_score":"1'),
      ),
    found: /^statement_changed: /,
  },
  {
    name: 'a proof for a larger log',
    forge: (copy) =>
      change(copy, `api/public/verify/${statementsOf(copy)[0]}`, (text) =>
        text.replace(/"tree_size":\d+/, '"tree_size":1000000'),
      ),
    found: /^proof_invalid: .* its proof is for 1000000 entries, which the log does not have/,
  },
  {
    name: 'an entry of the log',
    forge: (copy) => {
      const [name] = readdirSync(path.join(copy, 'log/tile/entries/000.p'));
      change(
        copy,
        `log/tile/entries/000.p/${name}`,
        (text) => text.replace('"risk_band":"LOW"', '"risk_band":"LOX"'),
        'latin1',
      );
    },
    found: /^leaf_(changed|malformed): /,
  },
  {
    name: 'a log without a checkpoint',
    list: (copy) => ({
      files: (files) => without(copy, files, ({ path: address }) => address === '/log/checkpoint'),
    }),
    found: /^log: The log is empty/,
  },
  {
    name: 'a row of a dump',
    forge: (copy) => changeDump(copy, 12, (csv) => csv.replace(',LOW,', ',MEDIUM,')),
    found: /2026-04-02\.csv\.gz: has rows that no statement of the log has: RF-/,
  },
  {
    name: 'a dump that the index does not have',
    list: (copy) => ({
      files: (files) => [
        ...files,
        newFile(copy, {
          file: 'datasets/2026-04-09.csv.gz',
          address: '/datasets/2026-04-09.csv.gz',
          type: 'application/gzip',
        }),
      ],
    }),
    found: /2026-04-09\.csv\.gz: is a dump that the index does not list/,
  },
  {
    name: 'a provider that is twice in a dump',
    forge: (copy) => changeDump(copy, 13, (csv) => `${csv}${csv.split('\r\n')[2]}\r\n`),
    found: /2026-04-02\.csv\.gz: has a provider twice/,
  },
];

test('what contradicts the log is found', (t) => requireFound(CONTRADICTIONS, t));

const RUN = '01890000-0000-7000-8000-000000000000';
const UNLOGGED = [
  { file: `api/public/verify/${NOWHERE}`, address: `/api/public/verify/${NOWHERE}` },
  { file: `verify/${NOWHERE}/index.html`, address: `/verify/${NOWHERE}`, type: 'text/html' },
  { file: `Verify/${NOWHERE}/index.html`, address: `/Verify/${NOWHERE}`, type: 'text/html' },
  { file: `api/public/confirmations/${RUN}`, address: `/api/public/confirmations/${RUN}` },
  { file: 'log/lists/1000000', address: '/log/lists/1000000' },
];

test('a proof, page, confirmation or list that belongs to nothing in the log is found', (t) =>
  requireFound(
    UNLOGGED.map((added) => ({
      name: added.address,
      list: (copy) => ({ files: (files) => [...files, newFile(copy, added)] }),
      found: new RegExp(`^${added.address}: belongs to nothing that the log has`),
    })),
    t,
  ));

const SCORES = 'api/public/scores';

/** The file that the service signed is listed for the address, and a host sends the other one. */
function withDecoy(
  copy: string,
  decoy: { file: string; type?: string },
  forged: { file: string; address: string | null },
): ListChanges {
  const honest = readFileSync(path.join(copy, SCORES), 'utf8');
  return {
    files: (files) => [
      ...without(copy, files, ({ file }) => file === SCORES),
      newFile(copy, { ...decoy, address: `/${SCORES}`, content: honest }),
      newFile(copy, { ...forged, content: honest.replaceAll('HIGH', 'LOW') }),
    ],
  };
}

const MISPLACED: Forgery[] = [
  {
    name: 'a file without an address, where a host looks for the scores',
    list: (copy) => withDecoy(copy, { file: 'decoy' }, { file: SCORES, address: null }),
    found: /^api\/public\/scores: is not the file of the address null/,
  },
  {
    name: 'a file of another address, where a host looks for the scores',
    list: (copy) => withDecoy(copy, { file: 'decoy' }, { file: SCORES, address: '/elsewhere' }),
    found: /^api\/public\/scores: is not the file of the address \/elsewhere/,
  },
  {
    name: 'a decoy',
    list: (copy) => withDecoy(copy, { file: 'decoy' }, { file: 'elsewhere', address: '/elsewhere' }),
    found: /^decoy: is not the file of the address \/api\/public\/scores/,
  },
  {
    name: 'the index of a folder, which a host sends for the folder',
    list: (copy) =>
      withDecoy(
        copy,
        { file: `${SCORES}/index.html`, type: 'text/html' },
        { file: `${SCORES}/index.json`, address: `/${SCORES}/index.json` },
      ),
    found: /^api\/public\/scores\/index\.json: is not the file of the address/,
  },
  {
    name: 'two files of one address',
    list: (copy) => ({
      files: (files) => [
        ...files,
        newFile(copy, {
          file: 'api/public/history/index.html',
          address: '/api/public/history',
          type: 'text/html',
        }),
      ],
    }),
    found: /^api\/public\/history\/index\.html: is listed twice/,
  },
  {
    name: 'a file whose headers are not in the description',
    list: () => ({
      files: (files: ListedFile[]) =>
        files.map((listed) => (listed.file === SCORES ? { ...listed, headers: 1000 } : listed)),
    }),
    found: /^api\/public\/scores: is not the file of the address/,
  },
];

test('a file that is not the one which a host sends for its address is found', (t) =>
  requireFound(MISPLACED, t));

const NOTHING = { tree_size: null, root_hash: null };

test('an export does not verify because it says that nothing was published', async (t) => {
  const copy = shared.copy(t);
  await listAgain(copy, signer, { description: NOTHING });
  const whole = await small.verify(copy);
  assert.equal(whole.code, 1);
  for (const address of [
    '/log/checkpoint',
    '/api/public/scores',
    `/api/public/verify/${statementsOf(copy)[0]}`,
  ])
    assert.ok(
      whole.found.some((line) => line.startsWith(`${address}: is there, although`)),
      address,
    );
  // Only the scores are left of what was published.
  const published =
    /^\/(?:log|providers|badges|verify|datasets|api\/public\/(?:verify|history|confirmations))\//;
  await listAgain(copy, signer, {
    files: (files) => without(copy, files, ({ path: address }) => published.test(address ?? '')),
  });
  const rest = await small.verify(copy);
  assert.deepEqual(
    [rest.code, rest.found],
    [1, ['/api/public/scores: is there, although the description says that nothing was published']],
  );
});

test('an export of a store in which nothing was published is verified, but not with witnesses', async (t) => {
  const empty = await smallExport(t, { isPublished: false });
  const nothing = empty.folder();
  const { out } = await empty.export(nothing);
  assert.equal(JSON.parse(out.join('\n')).tree_size, null);
  const { code, found, remarks } = await empty.verify(nothing);
  assert.deepEqual([code, found], [0, []]);
  assert.deepEqual(remarks, ['Nothing was published yet, so there is no log.']);
  const witnessed = await empty.verify(nothing, '--witness', WITNESS.verifier);
  assert.deepEqual(
    [witnessed.code, witnessed.found],
    [1, ['/log/checkpoint: is missing, so no witness vouches for it']],
  );
});

test('witnesses that are required are missed, in a whole export and for one indicator', async (t) => {
  const required = ['--witness', WITNESS.verifier, '--require', '1'];
  const whole = await small.verify(folder, ...required);
  assert.equal(whole.code, 1);
  assert.match(whole.found.join('\n'), /^witnesses_missing: .* 0 of 1 cosigned the checkpoint, 1 required/);
  const one = await small.verify(folder, statementsOf(folder)[0]!, ...required);
  assert.equal(one.code, 1);
  assert.match(one.found.join('\n'), /^\/log\/checkpoint: .* 0 of 1 cosigned the checkpoint, 1 required/);

  const copy = shared.copy(t);
  const note = readFileSync(path.join(copy, 'log/checkpoint'), 'utf8');
  const line = await cosign(splitNote(note).text, await parseWitnessSigner(WITNESS.signer), 1_775_000_000);
  writeFileSync(path.join(copy, 'log/checkpoint'), `${note}${line}`);
  await listAgain(copy, signer);
  assert.deepEqual((await small.verify(copy, ...required)).found, []);
});

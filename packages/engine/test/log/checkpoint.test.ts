import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSignerKey, parseVerifierKey, signerKeyFromSeed } from '../../src/keys.ts';
import {
  emptyRoot,
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signNote,
} from '../../src/log/index.ts';

// The example of c2sp.org/tlog-checkpoint.
const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const rootHash = new Uint8Array(Buffer.from(root, 'base64'));
const text = `example.com/behind-the-sofa\n20852163\n${root}\n`;

// A checkpoint published by the Go checksum database, and its key, which is built into the go command.
const sumdbOrigin = 'go.sum database tree';
const sumdbKey = await parseVerifierKey(
  'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
);
const sumdbNote = `go.sum database tree
6476701
mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=

— sum.golang.org Az3grsLX85Gz+s1SiTbgkuqxgItqFq7gsMUEyVnrsa9LM7Us9S+1xbFIGu95949rj4nPRYfvimWEPWL+o3GeoWwOoAw=
`;

const refused = (message: RegExp) => ({ name: 'CheckpointError', message });

test("the specification's checkpoint is read and written back", () => {
  const checkpoint = parseCheckpoint(text);
  assert.deepEqual(checkpoint, {
    origin: 'example.com/behind-the-sofa',
    treeSize: 20852163,
    rootHash,
    extensions: [],
  });
  assert.equal(formatCheckpoint(checkpoint), text);
});

test('a checkpoint published by the Go checksum database opens with its key', async () => {
  const opened = await openCheckpoint(sumdbNote, sumdbOrigin, [sumdbKey]);
  assert.equal(opened.origin, sumdbOrigin);
  assert.equal(opened.treeSize, 6476701);
  assert.equal(
    Buffer.from(opened.rootHash).toString('base64'),
    'mb8QLQIs0Z0yP5Cstq6guj87oXWeC9gEM8oVikmm9Wk=',
  );
  assert.deepEqual(opened.verifiedBy, ['sum.golang.org+033de0ae']);
});

test('a checkpoint of another log is refused even though its signature is valid', async () => {
  await assert.rejects(
    openCheckpoint(sumdbNote, 'example.com/log', [sumdbKey]),
    refused(/not to 'example\.com\/log'/),
  );
});

test('an altered checkpoint is refused', async () => {
  for (const [from, to] of [
    ['6476701', '6476702'],
    ['mb8Q', 'mb8R'],
    ['go.sum', 'Go.sum'],
  ] as const) {
    await assert.rejects(openCheckpoint(sumdbNote.replace(from, to), sumdbOrigin, [sumdbKey]), {
      name: 'NoteError',
    });
  }
});

test('a formatted and signed checkpoint opens again, for the empty tree too', async () => {
  const origin = 'indicators.example/log';
  const keys = await signerKeyFromSeed(origin, new Uint8Array(32).fill(9));
  const signer = await parseSignerKey(keys.signer);
  for (const treeSize of [0, 1, Number.MAX_SAFE_INTEGER]) {
    const note = await signNote(formatCheckpoint({ origin, treeSize, rootHash: await emptyRoot() }), [
      signer,
    ]);
    const opened = await openCheckpoint(note, origin, [await parseVerifierKey(keys.verifier)]);
    assert.equal(opened.treeSize, treeSize);
    assert.deepEqual(opened.rootHash, await emptyRoot());
  }
});

test('extension lines are accepted and returned', () => {
  assert.deepEqual(parseCheckpoint(`${text}one\ntwo three\n`).extensions, ['one', 'two three']);
});

test('a malformed checkpoint is refused with the reason', () => {
  for (const [malformed, reason] of [
    ['', /end with a newline|three lines/],
    ['origin\n', /three lines/],
    ['origin\n1\n', /three lines/],
    [text.trimEnd(), /end with a newline/],
    [`\n1\n${root}\n`, /empty line/],
    [`${text}\n`, /empty line/],
    [`${text}one\n\ntwo\n`, /empty line/],
    [`origin\n\n${root}\n`, /empty line/],
    ...[
      '01',
      '00',
      '-1',
      '+1',
      '1.0',
      '1e3',
      '0x10',
      ' 1',
      '1 ',
      '١',
      '9007199254740992',
      '99999999999999999999',
    ].map((size) => [`origin\n${size}\n${root}\n`, /tree size/] as const),
    ...[root.slice(0, -1), `${root} `, 'AAAA', `${root.slice(0, -1)}A`, root.replace('2I=', '2J=')].map(
      (hash) => [`origin\n1\n${hash}\n`, /root hash/] as const,
    ),
  ] as const) {
    assert.throws(() => parseCheckpoint(malformed), refused(reason), JSON.stringify(malformed));
  }
});

test('a checkpoint that could not be parsed is not formatted', () => {
  const checkpoint = { origin: 'example.com/log', treeSize: 1, rootHash };
  assert.throws(() => formatCheckpoint({ ...checkpoint, origin: '' }), refused(/origin/));
  assert.throws(() => formatCheckpoint({ ...checkpoint, origin: 'a\n5' }), refused(/origin/));
  for (const treeSize of [-1, 0.5, Number.NaN, 2 ** 53]) {
    assert.throws(() => formatCheckpoint({ ...checkpoint, treeSize }), refused(/size/));
  }
  assert.throws(() => formatCheckpoint({ ...checkpoint, rootHash: rootHash.slice(1) }), refused(/32 bytes/));
});

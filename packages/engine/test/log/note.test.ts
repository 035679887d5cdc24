import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSignerKey, parseVerifierKey, signerKeyFromSeed } from '../../src/keys.ts';
import { openNote, signNote } from '../../src/log/index.ts';

// The note in the documentation of golang.org/x/mod/sumdb/note.
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const peterLine =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const enochLine =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';
const peterSigner = await parseSignerKey(
  'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
);
const peter = await parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
const enoch = await parseVerifierKey('EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop');

const refused = (message: RegExp) => ({ name: 'NoteError', message });

test("Go's documented note is signed byte for byte", async () => {
  assert.equal(await signNote(text, [peterSigner]), `${text}\n${peterLine}`);
});

test('the note in the specification opens with the key in the specification', async () => {
  const key = await parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
  const note =
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
  assert.deepEqual(await openNote(note, [key]), {
    text: 'This is an example message.\n',
    verifiedBy: ['example.com/foo+530d903a'],
    unknown: 0,
  });
});

test('a note opens with any of its keys and lists the verified keys and the number of unknown ones', async () => {
  const note = `${text}\n${peterLine}${enochLine}`;
  assert.deepEqual(await openNote(note, [peter]), { text, verifiedBy: [peter.id], unknown: 1 });
  assert.deepEqual(await openNote(note, [enoch]), { text, verifiedBy: [enoch.id], unknown: 1 });
  assert.deepEqual(await openNote(note, [enoch, peter, enoch]), {
    text,
    verifiedBy: [peter.id, enoch.id],
    unknown: 0,
  });
  assert.deepEqual(await openNote(new TextEncoder().encode(note), [peter]), {
    text,
    verifiedBy: [peter.id],
    unknown: 1,
  });
});

test('a note without a signature by a known key is refused', async () => {
  const unsigned = refused(/no signature by a known key/);
  await assert.rejects(openNote(`${text}\n${peterLine}${enochLine}`, []), unsigned);
  await assert.rejects(openNote(`${text}\n${enochLine}`, [peter]), unsigned);
  // The right name with another hash, or the right hash with another name, is a different key.
  await assert.rejects(openNote(`${text}\n${peterLine.replace('x08g', 'x08h')}`, [peter]), unsigned);
  await assert.rejects(openNote(`${text}\n${peterLine.replace('Peter', 'Petra')}`, [peter]), unsigned);
});

test('a note with an invalid signature by a known key is refused', async () => {
  const bad = refused(/PeterNeumann\+c74f20a3 is not valid/);
  await assert.rejects(openNote(`${text.replace('If', 'if')}\n${peterLine}`, [peter]), bad);
  const altered = peterLine.replace('ZJkuBS', 'ZJkuBT');
  await assert.rejects(openNote(`${text}\n${altered}`, [peter]), bad);
  await assert.rejects(openNote(`${text}\n${enochLine}${altered}`, [peter, enoch]), bad);
  await assert.rejects(openNote(`${text}\n${peterLine}${altered}`, [peter]), bad, 'even after a good one');
  const longer = `${peterLine.slice(0, 60)}ABCD${peterLine.slice(60)}`;
  await assert.rejects(openNote(`${text}\n${longer}`, [peter]), bad);
});

test('a key that signed twice is listed once', async () => {
  const opened = await openNote(`${text}\n${peterLine}${peterLine}`, [peter]);
  assert.deepEqual(opened, { text, verifiedBy: [peter.id], unknown: 0 });
});

test('a malformed note is refused with the reason', async () => {
  const signature = peterLine.split(' ')[2]!;
  for (const [note, reason] of [
    ['', /blank line/],
    [text, /blank line/],
    [`${text}${peterLine}`, /blank line/],
    [`${text}\n`, /no signatures/],
    [`${text}\n${peterLine.trimEnd()}`, /end with a newline/],
    [`${text}\n${peterLine}\n`, /no signatures/],
    [`${text}\n${peterLine}Unexpected line.\n`, /begin with/],
    [`${text}\n${peterLine.replace('—', '-')}`, /begin with/],
    [`${text}\n— Bad Name ${signature}`, /key name and a base64/],
    [`${text}\n— Bad+Name ${signature}`, /key name and a base64/],
    [`${text}\n—  ${signature}`, /key name and a base64/],
    [`${text}\n— PeterNeumann\n`, /key name and a base64/],
    [`${text}\n— PeterNeumann \n`, /key name and a base64/],
    [`${text}\n— PeterNeumann x08gow==\n`, /key name and a base64/],
    [`${text}\n— PeterNeumann x08g*\n`, /key name and a base64/],
    [`${text}\n${peterLine.replace('=\n', '= \n')}`, /key name and a base64/],
    [`\u0001${text}\n${peterLine}`, /control character/],
    [`${text}\r\n\n${peterLine}`, /control character/],
    [`\ud800${text}\n${peterLine}`, /valid Unicode/],
    [`${text}\n${peterLine.repeat(101)}`, /more than 100/],
    [Uint8Array.of(0xff, ...new TextEncoder().encode(`${text}\n${peterLine}`)), /valid UTF-8/],
  ] as const) {
    await assert.rejects(openNote(note, [peter]), refused(reason), JSON.stringify(note));
  }
});

test('a note with the maximum number of signatures opens', async () => {
  const { unknown } = await openNote(`${text}\n${peterLine}${enochLine.repeat(99)}`, [peter]);
  assert.equal(unknown, 99);
});

test('a text keeps its blank lines, spaces and non-Latin letters', async () => {
  for (const written of [
    '\n',
    '\n\n',
    'a\n\nb\n',
    'a\n\n',
    ' a \n',
    'ed è subito sera.\n\n— не подпись\n',
    '\ufeffa\n',
  ]) {
    const note = await signNote(written, [peterSigner]);
    assert.equal((await openNote(note, [peter])).text, written);
    assert.equal((await openNote(new TextEncoder().encode(note), [peter])).text, written);
  }
});

test('a note can be signed by several keys', async () => {
  const keys = await signerKeyFromSeed('second.example', new Uint8Array(32).fill(2));
  const second = await parseVerifierKey(keys.verifier);
  const note = await signNote(text, [peterSigner, await parseSignerKey(keys.signer)]);
  assert.deepEqual((await openNote(note, [peter, second])).verifiedBy, [peter.id, second.id]);
});

test('a note that could not be opened is not signed', async () => {
  await assert.rejects(signNote('', [peterSigner]), refused(/end with a newline/));
  await assert.rejects(signNote('abc', [peterSigner]), refused(/end with a newline/));
  await assert.rejects(signNote('a\tb\n', [peterSigner]), refused(/control character/));
  await assert.rejects(signNote('\udc00\n', [peterSigner]), refused(/valid Unicode/));
  await assert.rejects(signNote(text, []), refused(/needs at least one signer/));
  await assert.rejects(signNote(text, Array(101).fill(peterSigner)), refused(/at most 100/));
});

test('two different keys with the same name and hash are refused as ambiguous', async () => {
  const collision = { ...enoch, name: peter.name, hash: peter.hash, id: peter.id };
  await assert.rejects(openNote(`${text}\n${peterLine}`, [peter, collision]), refused(/Two different keys/));
});

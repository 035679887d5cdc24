// Books over HTTP: who may do what, that staff get no answer, that other workspaces find nothing, and that nothing of a book is in
// the log of the service, in its files or in a backup.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  ACT_NAMES,
  ACTS,
  type Act,
  type ActName,
  MEMBER_ROLES,
  STAFF_ROLES,
} from '@rf-indicators/contract/acts';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import type { Credentials } from './client.ts';
import { serveSmallStore } from './served.ts';

const served = await serveSmallStore(wholeFile, { staffAddress: true });
const { client, members, staff } = served;
const { contract_admin: ada, risk_officer: rio, developer: dev, viewer: vera } = members.Acorn;
const BOOK_ACTS = ACT_NAMES.filter((name) => name.startsWith('books.'));

async function perform(who: Credentials, act: ActName, input: object) {
  const { status, json, text } = await client.act(act, input, who);
  assert.equal(status, 200, text);
  return json;
}

async function refusal(who: Credentials, act: ActName, input: object): Promise<[number, string]> {
  const { status, json } = await client.act(act, input, who);
  return [status, json.code];
}

const AMOUNT = '918273645.12345678';
const NAME = 'Quetzalcoatlus Lending';
const contents = contentsOf([positionOf('a', AMOUNT, { name: NAME, group: 'lending' })]);
const { id: book } = await perform(rio, 'books.create', { name: 'Zanzibar desk', currency: 'EUR' });
await perform(rio, 'books.save', { book, contents, seen: 0 });
await perform(rio, 'books.ask_limits', { book, document: limitsOf(limitOf('l', '100')) });
const table = Buffer.from(`Name;Currency;Net\r\n${NAME};EUR;${AMOUNT}`).toString('base64');
const uploaded = { book, file: { name: 'Zanzibar.csv', base64: table } };
await perform(rio, 'books.read_file', uploaded);
await perform(rio, 'books.find_names', { book, names: [{ name: NAME }] });

/** A valid input of each act about the book. */
const INPUTS: Readonly<Record<string, object>> = {
  'books.list': {},
  'books.create': { name: 'Another', currency: 'EUR' },
  'books.rename': { book, name: 'Zanzibar' },
  'books.settings': { book },
  'books.change_settings': { book, policy: 'lender' },
  'books.rights': { book },
  'books.give_rights': { book, person: dev.id, rights: ['see'] },
  'books.take_rights': { book, person: dev.id },
  'books.save': { book, contents },
  'books.read_file': uploaded,
  'books.find_names': { book, names: [{ name: NAME }] },
  'books.versions': { book },
  'books.contents': { book },
  'books.show': { book, since: '2026-01-01' },
  'books.positions': { book, show: 'needs_you', sort: 'score' },
  'books.report': { book, since: '2026-01-01' },
  'books.coverage': { book },
  'books.request_scores': { book, names: [NAME] },
  'books.limits': { book },
  'books.ask_limits': { book, document: limitsOf(limitOf('l', '90')) },
  'books.approve_limits': { book, number: 2 },
  'books.refuse_limits': { book, number: 2 },
  'books.delete': { book, name: 'Zanzibar desk' },
};

test('no act about a book names a role of staff, keeps its answer, or is missing here', () => {
  assert.deepEqual(BOOK_ACTS.toSorted(), Object.keys(INPUTS).toSorted());
  for (const name of BOOK_ACTS) {
    const { who, creates, kind, ofMember }: Act = ACTS[name];
    assert.deepEqual([who.staff, who.anyone, creates], [undefined, undefined, undefined], name);
    assert.equal(kind === 'read', ofMember === true, name);
  }
});

test('staff get no answer, by token or session, at either address', async () => {
  for (const role of STAFF_ROLES) {
    const cookie = await served.sessionOf(staff[role]);
    for (const name of BOOK_ACTS) {
      const input = INPUTS[name]!;
      const asked = [
        client.act(name, input, { token: staff[role].token }),
        client.act(name, input, { cookie }),
        served.staffClient!.act(name, input, { token: staff[role].token }),
        served.staffClient!.act(name, input, { cookie: await served.sessionOf(staff[role]) }),
      ];
      for (const { status, json, text } of await Promise.all(asked)) {
        assert.deepEqual([status, json.code], [403, 'insufficient_role'], `${name} ${role}`);
        assert.ok(!text.includes(AMOUNT) && !text.includes(NAME));
      }
    }
  }
  const audit = await served.staffClient!.act('audit.list', {}, { token: staff.operator.token });
  assert.equal(audit.status, 200);
  assert.match(audit.text, /book\.saved/);
  assert.doesNotMatch(audit.text, /918273645|Quetzal|Zanzibar/);
});

test('another workspace, and members without a right, find no book, as if it did not exist', async () => {
  const strangers = [...MEMBER_ROLES.map((role) => members.Birch[role]), dev, vera];
  const absent = '00000000-0000-7000-8000-000000000000';
  for (const who of strangers) {
    for (const name of BOOK_ACTS) {
      const input = INPUTS[name]!;
      if (!('book' in input)) continue;
      const [there, nowhere] = await Promise.all([
        client.act(name, input, who),
        client.act(name, { ...input, book: absent }, who),
      ]);
      assert.deepEqual([there.status, there.json.code], [nowhere.status, nowhere.json.code], name);
      assert.equal(there.json.detail, nowhere.json.detail, name);
      assert.ok([403, 404].includes(there.status), name);
    }
    assert.deepEqual((await perform(who, 'books.list', {})).data, []);
  }
});

test('roles decide who creates books and gives rights, and rights decide the rest', async () => {
  for (const who of [dev, vera])
    assert.deepEqual(await refusal(who, 'books.create', INPUTS['books.create']!), [403, 'insufficient_role']);
  for (const who of [rio, dev, vera])
    assert.deepEqual(await refusal(who, 'books.give_rights', INPUTS['books.give_rights']!), [
      403,
      'insufficient_role',
    ]);
  assert.deepEqual(await refusal(ada, 'books.show', { book }), [403, 'insufficient_role']);
  assert.deepEqual(await refusal(ada, 'books.delete', { book, name: 'Zanzibar desk' }), [
    403,
    'insufficient_role',
  ]);
  await perform(ada, 'books.give_rights', { book, person: vera.id, rights: ['see'] });
  const shown = await perform(vera, 'books.show', { book });
  assert.deepEqual([shown.total, shown.unscored.data[0].name], [AMOUNT, NAME]);
  assert.deepEqual(await refusal(vera, 'books.save', INPUTS['books.save']!), [403, 'insufficient_role']);
  assert.deepEqual(await refusal(vera, 'books.ask_limits', INPUTS['books.ask_limits']!), [
    403,
    'insufficient_role',
  ]);
  await perform(ada, 'books.take_rights', { book, person: vera.id });
  assert.deepEqual(await refusal(vera, 'books.show', { book }), [404, 'not_found']);
});

test('a book that is not valid is refused with every place, and nothing of it is saved', async () => {
  const wrong = {
    ...contents,
    rates: [{ currency: 'EUR', rate: '1', as_of: '2026-02-30' }],
    positions: [
      positionOf('a', '1,5'),
      positionOf('a', null),
      { ...positionOf('c', '1'), note: 'hidden\u202e', extra: 1 },
    ],
  };
  const { status, json } = await client.act('books.save', { book, contents: wrong }, rio);
  assert.deepEqual([status, json.code], [422, 'validation_failed']);
  assert.deepEqual(
    json.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/positions/2/note'],
  );
  const plain = {
    ...wrong,
    positions: [...wrong.positions.slice(0, 2), { ...positionOf('c', '1'), extra: 1 }],
  };
  const { json: again } = await client.act('books.save', { book, contents: plain }, rio);
  assert.deepEqual(
    again.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/rates/0/currency', 'repeated'],
      ['/rates/0/as_of', 'date'],
      ['/positions/0/net', 'amount'],
      ['/positions/1/net', 'required'],
      ['/positions/1/id', 'repeated'],
      ['/positions/2/extra', 'unknown_member'],
    ],
  );
  const unknown = contentsOf([positionOf('a', '1', { provider: '00000000-0000-7000-8000-000000000000' })]);
  const { json: third } = await client.act('books.save', { book, contents: unknown }, rio);
  assert.equal(third.errors[0].pointer, '/positions/0/provider');
  assert.equal((await perform(rio, 'books.versions', { book })).data.length, 1);
});

test('nothing of a book is in the log, the files or a backup, and it is gone after its deletion', async () => {
  const other = await perform(rio, 'books.create', { name: 'Ocelot desk', currency: 'EUR' });
  await perform(rio, 'books.save', { book: other.id, contents });
  const page = await perform(rio, 'books.positions', { book: other.id, limit: 1 });
  assert.equal(page.data[0].name, NAME);
  const secrets = [AMOUNT, AMOUNT.split('.')[0]!, NAME, 'Ocelot desk', 'Zanzibar desk'];
  const search = async () => {
    const files = readdirSync(served.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(served.dataDir, name))
      .filter((file) => statSync(file).isFile());
    const backup = path.join(served.dataDir, `backup-${process.hrtime.bigint()}.gz`);
    await writeBackup({ dataDir: served.dataDir, databaseUrl: null }, backup, {
      ...{ createdAt: new Date(), key: backupKey(served.masterKey) },
    });
    const all = Buffer.concat([
      ...files.map((file) => readFileSync(file)),
      gunzipSync(readFileSync(backup)),
      Buffer.from(served.server.errors()),
    ]);
    assert.ok(all.includes('Acorn') && all.includes(other.id), 'the search finds what is stored');
    return secrets.filter((text) =>
      [text, Buffer.from(text).toString('base64').slice(0, -4)].some((form) => all.includes(form)),
    );
  };
  assert.deepEqual(await search(), []);
  await perform(rio, 'books.delete', { book: other.id, name: 'Ocelot desk' });
  assert.deepEqual(await refusal(rio, 'books.show', { book: other.id }), [404, 'not_found']);
  assert.deepEqual(await search(), []);
});

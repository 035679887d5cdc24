// Random workspaces, books and people over HTTP, on both databases: nothing of a book is in an answer, file, refusal or log that
// somebody without the right to see it can get, nor in the store or a backup. After deletion, nothing of it is anywhere.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { ACT_NAMES, type ActName, MEMBER_ROLES, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { TABLE_NAMES } from '@rf-indicators/core/store/schema';
import { type StoreKind, untyped } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { cases } from '../../../../test/support/counts.ts';
import { emptyLocation, onEachStore } from '../../../../test/support/stores.ts';
import { type Person, type Served, serveSmallStore } from './served.ts';

const WORKSPACES = ['Acorn', 'Birch'] as const;
type WorkspaceName = (typeof WORKSPACES)[number];

/** Texts that nothing else has: each says of which book it is. */
interface Marks {
  /** Never stored in the clear, whatever people do. */
  sealed: string[];
  /** Leaves the book if a score is requested for it. */
  name: string;
}

interface ModelBook {
  id: string;
  workspace: WorkspaceName;
  bookName: string;
  marks: Marks;
  /** Who may see it, by id. */
  seers: Set<string>;
  isRequested: boolean;
  isDeleted: boolean;
}

const READS = ACT_NAMES.filter((name) =>
  [
    'list',
    'settings',
    'rights',
    'versions',
    'contents',
    'show',
    'positions',
    'limits',
    'coverage',
    'report',
  ].some((act) => name === `books.${act}`),
);
/** What else a member reads, in which a book of somebody else could show. */
const OTHER_READS = [
  'workspaces.audit',
  'workspaces.show',
  'members.list',
  'policies.list',
  'keys.list',
  'webhooks.list',
  'notices.list',
] as const;
const STAFF_READS = [
  'audit.list',
  'score_requests.list',
  'workspaces.list',
  'desk.home',
  'service.show',
  'requests.list',
] as const;

class World {
  readonly books: ModelBook[] = [];
  readonly served: Served;
  #made = 0;

  constructor(served: Served) {
    this.served = served;
  }

  peopleOf(workspace: WorkspaceName): Person[] {
    return MEMBER_ROLES.map((role) => this.served.members[workspace][role]);
  }

  /** With a key for repetitions, so that an answer which is kept for one would be found in the store. */
  act(who: Person, name: ActName, input: object) {
    this.#made += 1;
    const headers = { 'idempotency-key': `key-${this.#made}` };
    return this.served.client.act(name, input, { token: who.token }, headers);
  }

  async must(who: Person, name: ActName, input: object) {
    const { status, json, text } = await this.act(who, name, input);
    assert.equal(status, 200, `${name}: ${text}`);
    return json;
  }

  async create(workspace: WorkspaceName, byAdmin: boolean): Promise<void> {
    const { contract_admin, risk_officer } = this.served.members[workspace];
    const maker = byAdmin ? contract_admin : risk_officer;
    const number = this.books.length + 1;
    const mark = (what: string) => `${what}-${number}-quetzal`;
    const amount = `7${String(number).padStart(3, '0')}91827364.5512`;
    const marks = {
      sealed: [mark('book'), mark('note'), mark('group'), mark('position'), amount],
      name: mark('Name'),
    };
    const bookName = mark('book');
    const { id } = await this.must(maker, 'books.create', { name: bookName, currency: 'EUR' });
    const position = positionOf(mark('position'), amount, {
      name: marks.name,
      group: mark('group'),
      note: mark('note'),
    });
    await this.must(maker, 'books.save', { book: id, contents: contentsOf([position]), seen: 0 });
    const limit = limitOf('l', '1', { of: { kind: 'group', group: mark('group') } });
    await this.must(maker, 'books.ask_limits', { book: id, document: limitsOf(limit) });
    const seers = new Set([maker.id]);
    this.books.push({ ...{ id, workspace, bookName, marks, seers }, isRequested: false, isDeleted: false });
  }

  async giveOrTake(book: ModelBook, whom: number, gives: boolean): Promise<void> {
    const { contract_admin } = this.served.members[book.workspace];
    const person = this.peopleOf(book.workspace)[whom % MEMBER_ROLES.length]!;
    if (gives === book.seers.has(person.id)) return;
    const input = { book: book.id, person: person.id };
    if (gives) await this.must(contract_admin, 'books.give_rights', { ...input, rights: ['edit'] });
    else await this.must(contract_admin, 'books.take_rights', input);
    if (gives) book.seers.add(person.id);
    else book.seers.delete(person.id);
  }

  /** By anybody who may edit; every right that this test gives comes with that. */
  editorOf({ workspace, seers }: ModelBook): Person | undefined {
    return this.peopleOf(workspace).find(({ id }) => seers.has(id));
  }

  async request(book: ModelBook): Promise<void> {
    const editor = this.editorOf(book);
    if (editor === undefined || book.isRequested) return;
    await this.must(editor, 'books.request_scores', { book: book.id });
    book.isRequested = true;
  }

  async delete(book: ModelBook): Promise<void> {
    const { contract_admin } = this.served.members[book.workspace];
    if (!book.seers.has(contract_admin.id)) return;
    await this.must(contract_admin, 'books.delete', { book: book.id, name: book.bookName });
    book.isDeleted = true;
  }

  present(): ModelBook[] {
    return this.books.filter(({ isDeleted }) => !isDeleted);
  }

  /** The marks of all books but these in a text. */
  foundOf(text: string, allowed: (book: ModelBook) => boolean): string[] {
    return this.books
      .filter((book) => !allowed(book))
      .flatMap(({ marks }) => [...marks.sealed, marks.name].filter((mark) => text.includes(mark)));
  }
}

const step = fc.record({
  what: fc.constantFrom('create', 'create', 'give', 'take', 'request', 'delete'),
  ...{ where: fc.nat(1), which: fc.nat(100), whom: fc.nat(100) },
});

async function play(
  world: World,
  steps: readonly { what: string; where: number; which: number; whom: number }[],
) {
  for (const { what, where, which, whom } of steps) {
    const present = world.present();
    const book = present[which % Math.max(present.length, 1)];
    if (what === 'create' || book === undefined) {
      if (present.length < 4) await world.create(WORKSPACES[where]!, whom % 2 === 0);
    } else if (what === 'request') await world.request(book);
    else if (what === 'delete') await world.delete(book);
    else await world.giveOrTake(book, whom, what === 'give');
  }
}

async function answersToMembers(world: World): Promise<number> {
  let seen = 0;
  for (const workspace of WORKSPACES)
    for (const person of world.peopleOf(workspace)) {
      const maySee = (book: ModelBook) => !book.isDeleted && book.seers.has(person.id);
      for (const act of READS) {
        const targets = act === 'books.list' ? [null] : world.books;
        for (const book of targets) {
          const { status, text } = await world.act(person, act, book === null ? {} : { book: book.id });
          assert.deepEqual(world.foundOf(text, maySee), [], `${act} by ${person.name} of ${workspace}`);
          if (book === null || !maySee(book)) continue;
          assert.equal(status, 200, act);
          if (act === 'books.report')
            assert.ok(text.includes(book.marks.name) && text.includes(book.bookName));
          seen += 1;
        }
      }
      for (const act of OTHER_READS) {
        const { text } = await world.act(person, act, {});
        assert.deepEqual(
          world.foundOf(text, () => false),
          [],
          `${act} by ${person.name} of ${workspace}`,
        );
      }
      const audit = await file(world, person, '/console/workspace-audit.csv');
      assert.deepEqual(
        world.foundOf(audit.bytes.toString(), () => false),
        [],
      );
      for (const book of world.books) {
        const report = await file(world, person, `/console/book-report.xlsx?book=${book.id}`);
        assert.equal(report.status === 200, maySee(book), `the report for ${person.name} of ${workspace}`);
        const text =
          report.status === 200 ? JSON.stringify(await readXlsx(report.bytes)) : report.bytes.toString();
        assert.deepEqual(
          world.foundOf(text, (one) => maySee(one) && one === book),
          [],
        );
      }
    }
  return seen;
}

async function file({ served }: World, { token }: Person, address: string) {
  const response = await fetch(`${served.client.url}${address}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function answersToStaff(world: World): Promise<void> {
  for (const role of STAFF_ROLES) {
    const person = world.served.staff[role];
    for (const act of [...STAFF_READS, ...READS]) {
      const input =
        act.startsWith('books.') && act !== 'books.list' ? { book: world.books[0]?.id ?? 'x' } : {};
      const { text } = await world.served.staffClient!.act(act, input, { token: person.token });
      const found = world.foundOf(text, () => false);
      // The names for which a score was requested, and nothing else.
      const requested = world.books.flatMap(({ isRequested, marks }) => (isRequested ? marks.name : []));
      const allowed = act === 'score_requests.list' ? requested : [];
      assert.deepEqual(found.toSorted(), [...allowed].sort(), `${act} by ${role}`);
      if (act !== 'score_requests.list') continue;
      for (const workspace of WORKSPACES) assert.ok(!text.includes(workspace), 'not who asked');
      for (const { id } of world.books) assert.ok(!text.includes(id), 'nor for which book');
    }
  }
}

/** Every row of every table, as text and as bytes, and every file of the service, with a backup that is made now. */
async function stored({ served }: World, databaseUrl: string | null): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from(served.server.errors())];
  for (const table of TABLE_NAMES) {
    const rows = (await untyped(served.context.store.db).selectFrom(table).selectAll().execute()) as Record<
      string,
      unknown
    >[];
    for (const value of rows.flatMap((row) => Object.values(row)))
      parts.push(
        value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)),
        Buffer.from('\n'),
      );
  }
  const backup = path.join(served.dataDir, `backup-${process.hrtime.bigint()}.gz`);
  const listing = await writeBackup({ dataDir: served.dataDir, databaseUrl }, backup, {
    ...{ createdAt: new Date(), key: backupKey(served.masterKey) },
  });
  parts.push(gunzipSync(readFileSync(backup)), Buffer.from(JSON.stringify(listing ?? null)));
  for (const name of readdirSync(served.dataDir, { recursive: true, encoding: 'utf8' })) {
    const one = path.join(served.dataDir, name);
    if (statSync(one).isFile()) parts.push(readFileSync(one));
  }
  return Buffer.concat(parts);
}

/** As it is, in UTF-16, and as encodings would have it. */
function formsOf(text: string): Buffer[] {
  const plain = Buffer.from(text);
  return [
    plain,
    Buffer.from(text, 'utf16le'),
    Buffer.from(plain.toString('base64').slice(0, -4)),
    Buffer.from(plain.toString('hex')),
  ];
}

const isIn = (all: Buffer, text: string) => formsOf(text).some((form) => all.includes(form));

function requireSealed(world: World, all: Buffer): void {
  assert.ok(all.includes('Acorn'), 'the search finds what is stored');
  for (const { marks, isRequested, id } of world.books) {
    assert.ok(all.includes(id), 'and the id of each book');
    assert.deepEqual(
      marks.sealed.filter((mark) => isIn(all, mark)),
      [],
    );
    assert.equal(
      isIn(all, marks.name),
      isRequested,
      'a name is there exactly if a score was requested for it',
    );
  }
}

async function serve(kind: StoreKind, t: TestContext) {
  const { databaseUrl } = await emptyLocation(kind, t);
  const served = await serveSmallStore(t, {
    staffAddress: true,
    ...(databaseUrl === null ? {} : { databaseUrl }),
  });
  return { world: new World(served), databaseUrl };
}

onEachStore(
  'nothing of a book is in an answer to anybody who may not see it, nor in what is stored',
  async (kind, t) => {
    const { world, databaseUrl } = await serve(kind, t);
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
        await play(world, steps);
        seen += await answersToMembers(world);
        await answersToStaff(world);
        requireSealed(world, await stored(world, databaseUrl));
      }),
      { numRuns: cases(2, 12), endOnFailure: true },
    );
    assert.ok(seen > 0, 'somebody sees a book');
  },
);

onEachStore('a distinctive amount of a deleted book is found nowhere', async (kind, t) => {
  const { world, databaseUrl } = await serve(kind, t);
  for (const workspace of WORKSPACES) await world.create(workspace, true);
  const [kept, deleted] = world.books as [ModelBook, ModelBook];
  await world.request(kept);
  await world.delete(deleted);
  for (const role of MEMBER_ROLES) {
    const { status } = await world.act(world.served.members[deleted.workspace][role], 'books.report', {
      book: deleted.id,
    });
    assert.equal(status, 404);
  }
  const all = await stored(world, databaseUrl);
  requireSealed(world, all);
  for (const mark of [...deleted.marks.sealed, deleted.marks.name]) assert.ok(!isIn(all, mark), mark);
  const { sealed_key } = await world.served.context.store.db
    .selectFrom('books')
    .select('sealed_key')
    .where('id', '=', deleted.id)
    .executeTakeFirstOrThrow();
  assert.equal(sealed_key, null);
  assert.deepEqual(
    await world.served.context.store.db.selectFrom('idempotent_answers').selectAll().execute(),
    [],
    'no answer of these acts is kept',
  );
  const editor = world.editorOf(kept)!;
  const { text } = await world.act(editor, 'books.show', { book: kept.id });
  assert.ok(text.includes(kept.marks.sealed[4]!), 'the other one still has its amount');
});

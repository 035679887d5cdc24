// Books on both databases: two dates, versions and limits that are saved at once, two people for a higher limit, rights that are
// taken meanwhile, and deletion, after which nothing opens what is still stored.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  addMember,
  authenticateMember,
  type Member,
  removeMember,
} from '@rf-indicators/core/accounts/members';
import { createBook, deleteBook, listBooks, renameBook } from '@rf-indicators/core/books/books';
import type { BookContents } from '@rf-indicators/core/books/contents';
import type { BookRight } from '@rf-indicators/core/books/held-rights';
import type { BookLimits } from '@rf-indicators/core/books/limit-document';
import { approveLimits, askForLimits, refuseLimits, showLimits } from '@rf-indicators/core/books/limits';
import { openBook } from '@rf-indicators/core/books/open-book';
import { listPositions } from '@rf-indicators/core/books/position-rows';
import { giveRights, listRights, takeRights } from '@rf-indicators/core/books/rights';
import { openBookKey, openPart } from '@rf-indicators/core/books/sealing';
import { showBook } from '@rf-indicators/core/books/show';
import { listVersions, readVersion, saveVersion } from '@rf-indicators/core/books/versions';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { TABLE_NAMES } from '@rf-indicators/core/store/schema';
import { type StoreKind, untyped } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import { sql } from 'kysely';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { cases } from '../../../../test/support/counts.ts';
import { Forger } from '../../../../test/support/forger.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { atOnce, claimed, customers, HOUR } from '../../../../test/support/workspace-fixture.ts';

const DAY = 24 * HOUR;

/** A workspace with an admin and three people, and another one. */
async function place(kind: StoreKind, t: TestContext) {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member: ada } = await claimed(given);
  const added = async (by: Member, name: string, role: Member['role']) => {
    const { token } = await addMember(desk, by, { name, role });
    return authenticateMember(desk, token);
  };
  const rio = await added(ada, 'Rio', 'risk_officer');
  const sam = await added(ada, 'Sam', 'risk_officer');
  const vera = await added(ada, 'Vera', 'viewer');
  const { member: bea } = await claimed(given, { name: 'Birch' });
  const reading = () => ({ db: desk.store.db, masterKey, publishing: DEFAULT_POLICY, now: desk.clock() });
  return {
    ...{ desk, db: desk.store.db, masterKey, ada, rio, sam, vera, bea, added },
    create: async (by: Member, name = 'Treasury') =>
      (await createBook(desk, masterKey, by, { name, currency: 'EUR' })).id,
    save: (by: Member, book: string, contents: BookContents, more: object = {}) =>
      saveVersion(desk, masterKey, by, { book, contents, ...more }),
    ask: (by: Member, book: string, document: BookLimits) =>
      askForLimits(desk, masterKey, by, { book, document }),
    approve: (by: Member, book: string, number: number) =>
      approveLimits(desk, masterKey, by, { book, number }),
    refuse: (by: Member, book: string, number: number) => refuseLimits(desk, masterKey, by, { book, number }),
    give: (book: string, person: Member, ...rights: BookRight[]) =>
      giveRights(desk, ada, { book, person: person.id, rights }),
    take: (book: string, person: Member, ...rights: BookRight[]) =>
      takeRights(desk, ada, { book, person: person.id, rights }),
    show: (by: Member, book: string, more: object = {}) => showBook(reading(), by, { book, ...more }),
    positions: (by: Member, book: string, more: object = {}) =>
      listPositions(reading(), by, { book, ...more }),
    limits: (by: Member, book: string) => showLimits(desk.store.db, masterKey, by, book),
  };
}

const only = (net: string) => contentsOf([positionOf('a', net)]);

onEitherStore('a past day is read as it was known then, or as it was corrected', async (kind, t) => {
  const { desk, rio, create, save, show } = await place(kind, t);
  const book = await create(rio);
  const total = async (more: object) => {
    const { total: amount, version } = await show(rio, book, more);
    return [amount, version?.number ?? null];
  };
  const end = '2026-03-31';
  await save(rio, book, only('100'), { effective_on: end });
  const known = desk.clock();
  desk.now += 3 * DAY;
  await save(rio, book, only('300'));
  desk.now += DAY;
  await save(rio, book, only('200'), { effective_on: end });
  assert.deepEqual(await total({ effective_on: end, known_at: known }), ['100.00', 1]);
  assert.deepEqual(await total({ known_at: known }), ['100.00', 1]);
  assert.deepEqual(await total({ effective_on: end }), ['200.00', 3]);
  assert.deepEqual(await total({}), ['300.00', 2], 'a correction of the past is not newer than the present');
  assert.deepEqual(await total({ effective_on: '2026-03-30' }), ['0.00', null]);
  assert.deepEqual(await total({ known_at: known - 1 }), ['0.00', null]);
  await assert.rejects(total({ known_at: desk.clock() + 1 }), { code: 'validation_failed' });
});

onEachStore('of two versions that are saved at once after the same one, one is refused', async (kind, t) => {
  const { db, rio, create, save, give, sam } = await place(kind, t);
  const book = await create(rio);
  await give(book, sam, 'edit');
  await save(rio, book, only('1'), { seen: 0 });
  const { won, lost } = await atOnce(
    save(rio, book, only('2'), { seen: 1 }),
    save(sam, book, only('3'), { seen: 1 }),
  );
  assert.equal(won.length, 1, String(lost));
  assert.match(String(lost[0]), /Somebody saved another version/);
  const unseen = await atOnce(save(rio, book, only('4')), save(sam, book, only('5')));
  assert.equal(unseen.won.length, 2, String(unseen.lost));
  const rows = await db.selectFrom('book_versions').select('number').orderBy('number').execute();
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 2, 3, 4],
  );
});

onEachStore('a higher limit takes a second person, and a lower one does not', async (kind, t) => {
  const { rio, sam, vera, create, give, take, ask, approve, refuse, limits } = await place(kind, t);
  const book = await create(rio);
  const at = async (by = rio) => {
    const { active, asked } = await limits(by, book);
    return [
      active?.limits.map(({ at_most }) => at_most),
      asked?.limits.map(({ at_most }) => at_most) ?? null,
    ];
  };
  await ask(rio, book, limitsOf(limitOf('l', '100')));
  await ask(rio, book, limitsOf(limitOf('l', '90')));
  assert.deepEqual(await at(), [['90'], null]);
  await ask(rio, book, limitsOf(limitOf('l', '90'), limitOf('other', '5')));
  assert.deepEqual(await at(), [['90', '5'], null]);
  const raised = await ask(rio, book, limitsOf(limitOf('l', '95'), limitOf('other', '4')));
  assert.deepEqual(raised.asked?.loosened, [{ id: 'l', how: 'raised' }]);
  assert.deepEqual(
    await at(),
    [
      ['90', '5'],
      ['95', '4'],
    ],
    'the lower one waits too',
  );
  const { number } = raised.asked!;
  // Who asked has the right to approve, and still cannot, however often.
  for (const _ of [1, 2]) await assert.rejects(approve(rio, book, number), /You asked for these limits/);
  await assert.rejects(ask(rio, book, limitsOf(limitOf('l', '1'))), /waits for a second person/);
  await give(book, vera, 'see');
  await assert.rejects(approve(vera, book, number), { code: 'insufficient_role' });
  await assert.rejects(refuse(vera, book, number), { code: 'insufficient_role' });
  await assert.rejects(approve(sam, book, number), { code: 'not_found' });
  await give(book, sam, 'approve_limits');
  await take(book, sam, 'approve_limits');
  await assert.rejects(
    approve(sam, book, number),
    { code: 'insufficient_role' },
    'the right was taken meanwhile',
  );
  await give(book, sam, 'approve_limits');
  await assert.rejects(approve(sam, book, number - 1), { code: 'conflict' });
  const { won, lost } = await atOnce(approve(sam, book, number), approve(sam, book, number));
  assert.deepEqual([won.length, lost.length], [1, 1]);
  assert.deepEqual(await at(), [['95', '4'], null]);
  for (const change of [
    limitsOf(limitOf('l', '95')),
    limitsOf(limitOf('l', '95', { measure: 'gross' }), limitOf('other', '4')),
    limitsOf(limitOf('l', '1', { of: { kind: 'band', band: 'HIGH' } }), limitOf('other', '4')),
  ]) {
    const { asked } = await ask(rio, book, change);
    assert.ok(asked !== null, JSON.stringify(change));
    await refuse(rio, book, asked.number);
  }
  assert.deepEqual(await at(), [['95', '4'], null]);
});

onEitherStore('a limit that somebody removed from the database is not lifted', async (kind, t) => {
  const { desk, rio, create, ask, show } = await place(kind, t);
  const book = await create(rio);
  await ask(rio, book, limitsOf(limitOf('l', '100')));
  const forger = await Forger.at(desk.store);
  const [row] = await forger.rowsOf('book_limits');
  await forger.remove('book_limits', row!);
  await assert.rejects(ask(rio, book, limitsOf(limitOf('l', '900'))), /changed in the database/);
  await assert.rejects(show(rio, book), /changed in the database/);
});

onEitherStore('a right that somebody wrote to the database gives nothing', async (kind, t) => {
  const { desk, rio, vera, create, show } = await place(kind, t);
  const book = await create(rio);
  const forger = await Forger.at(desk.store);
  const [row] = await forger.rowsOf('book_rights');
  await forger.insert('book_rights', { ...row, member_id: vera.id });
  await assert.rejects(show(vera, book), { code: 'not_found' });
});

onEitherStore(
  'every right allows what it says, and a Contract Admin sees no book by managing rights',
  async (kind, t) => {
    const given = await place(kind, t);
    const { desk, db, masterKey, ada, rio, vera, bea, create, save, show, ask, give, take } = given;
    const book = await create(rio);
    await save(rio, book, only('7'));
    const reads = (by: Member) => [
      () => show(by, book),
      () => given.positions(by, book),
      () => given.limits(by, book),
      () => listVersions(db, masterKey, by, book),
      () => readVersion(desk, masterKey, by, { book }),
    ];
    const edits = (by: Member) => [
      () => save(by, book, only('8')),
      () => ask(by, book, limitsOf()),
      () => renameBook(desk, masterKey, by, { book, name: `Book of ${by.name}` }),
    ];
    const refusedAll = async (asked: (() => Promise<unknown>)[], code: string) => {
      for (const one of asked) await assert.rejects(one, { code });
    };
    await refusedAll([...reads(vera), ...edits(vera), ...reads(bea), ...edits(bea)], 'not_found');
    await refusedAll([() => listRights(db, vera, book), () => listRights(db, bea, book)], 'not_found');
    await refusedAll([...reads(ada), ...edits(ada)], 'insufficient_role');
    assert.deepEqual(await listBooks(db, masterKey, vera), []);
    const [unseen] = await listBooks(db, masterKey, ada);
    assert.deepEqual([unseen?.name, unseen?.currency, unseen?.rights], [null, null, []]);
    await give(book, vera, 'see');
    for (const one of reads(vera)) await one();
    await refusedAll(edits(vera), 'insufficient_role');
    await give(book, vera, 'edit');
    for (const one of edits(vera)) await one();
    await assert.rejects(giveRights(desk, rio, { book, person: rio.id, rights: ['edit'] }), {
      code: 'insufficient_role',
    });
    await take(book, vera);
    await refusedAll([...reads(vera), ...edits(vera)], 'not_found');
    await give(book, ada, 'see');
    const listed = await listRights(db, rio, book);
    assert.deepEqual(
      listed.map(({ person_name, rights, by_themselves }) => [person_name, rights, by_themselves]).sort(),
      [
        ['Ada', ['see'], true],
        ['Rio', ['see', 'edit', 'approve_limits'], true],
        ['Vera', [], false],
      ],
    );
    await assert.rejects(giveRights(desk, bea, { book, person: bea.id, rights: ['see'] }), {
      code: 'not_found',
    });
    await removeMember(desk, ada, rio.id);
    await assert.rejects(save(rio, book, only('9')), { code: 'invalid_token' });
  },
);

/** As it would stand in a file, in any of the ways in which text is stored. */
function formsOf(text: string): Buffer[] {
  const plain = Buffer.from(text);
  return [
    plain,
    Buffer.from(text, 'utf16le'),
    Buffer.from(plain.toString('base64').slice(0, -4)),
    Buffer.from(plain.toString('hex')),
  ];
}

async function everything(db: Awaited<ReturnType<typeof place>>['db']): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const table of TABLE_NAMES) {
    const rows = (await untyped(db).selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
    for (const value of rows.flatMap((row) => Object.values(row)))
      parts.push(
        value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)),
        Buffer.from('\n'),
      );
  }
  return Buffer.concat(parts);
}

function filesIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

onEachStore(
  'what a book says stands nowhere in the store, and nothing opens it after its deletion',
  async (kind, t) => {
    const { desk, db, masterKey, ada, rio, vera, create, save, ask, give, show } = await place(kind, t);
    const [amount, name, bookName, note] = [
      '918273645.12345678',
      'Quetzalcoatlus Lending',
      'Zanzibar desk',
      'Ocelot note',
    ];
    const book = await create(rio, bookName);
    await save(
      rio,
      book,
      contentsOf([positionOf('Xylophone-7', amount, { name, note, group: 'Narwhal group' })]),
    );
    await ask(rio, book, limitsOf(limitOf('Wombat', amount, { of: { kind: 'name', name } })));
    const secrets = [amount, name, bookName, note, 'Xylophone-7', 'Narwhal group', 'Wombat'];
    const { rows: databases } =
      kind === 'sqlite' ? await sql<{ file: string }>`pragma database_list`.execute(db) : { rows: [] };
    const folder = databases[0] === undefined ? null : path.dirname(databases[0].file);
    const stored = async () =>
      Buffer.concat([await everything(db), folder === null ? Buffer.alloc(0) : filesIn(folder)]);
    const found = async (texts: readonly string[]) => {
      const all = await stored();
      return texts.filter((text) => formsOf(text).some((form) => all.includes(form)));
    };
    assert.deepEqual(await found(secrets), []);
    assert.deepEqual(
      await found([ada.workspace.name]),
      [ada.workspace.name],
      'the search finds what is stored',
    );

    const row = await db.selectFrom('books').selectAll().executeTakeFirstOrThrow();
    const version = await db.selectFrom('book_versions').selectAll().executeTakeFirstOrThrow();
    const part = { bookId: book, kind: 'contents', number: 1 } as const;
    const opened = openPart(openBookKey(masterKey, book, row.sealed_key!), part, version.sealed);
    assert.equal((opened as BookContents).positions[0]!.net, amount);
    for (const other of [
      { ...part, number: 2 },
      { ...part, bookId: 'other' },
      { ...part, kind: 'limits' } as const,
    ])
      assert.throws(() => openPart(openBookKey(masterKey, book, row.sealed_key!), other, version.sealed));

    const remove = (by: Member, given = bookName) => deleteBook(desk, masterKey, by, { book, name: given });
    await give(book, vera, 'edit');
    await assert.rejects(remove(vera), { code: 'insufficient_role' });
    await assert.rejects(remove(ada), { code: 'insufficient_role' }, 'an admin without the right to edit');
    await assert.rejects(remove(rio, 'Zanzibar'), { code: 'validation_failed' });
    await remove(rio);
    await assert.rejects(show(rio, book), { code: 'not_found' });
    assert.deepEqual(await listBooks(db, masterKey, ada), []);
    assert.deepEqual(await found(secrets), []);
    const deleted = await db.selectFrom('books').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([deleted.sealed_key, deleted.sealed_settings], [null, '']);
    assert.ok(!(await everything(db)).includes(row.sealed_key!));
    if (folder !== null) {
      // Once the log was written back, the file does not have the key either.
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      assert.ok(!filesIn(folder).includes(row.sealed_key!));
    }
    // Every text and blob that is left is tried as a key of the book, sealed or not.
    for (const table of TABLE_NAMES) {
      const rows = (await untyped(db).selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
      for (const value of rows.flatMap((one) => Object.values(one))) {
        // Shorter ones are no key of 32 bytes.
        if (typeof value !== 'string' || value.length < 40) continue;
        assert.throws(() => openPart(openBookKey(masterKey, book, value), part, version.sealed));
        assert.throws(() => openPart(Buffer.from(value, 'base64'), part, version.sealed));
      }
    }
  },
);

onEitherStore('records of a book name it by its id, and nothing that it says', async (kind, t) => {
  const { db, ada, rio, sam, create, save, ask, approve, give } = await place(kind, t);
  const book = await create(rio, 'Zanzibar desk');
  await save(rio, book, contentsOf([positionOf('a', '918273645.12')]));
  await ask(rio, book, limitsOf(limitOf('l', '77777777')));
  const { asked } = await ask(rio, book, limitsOf(limitOf('l', '88888888')));
  await give(book, sam, 'approve_limits');
  await approve(sam, book, asked!.number);
  const records = await db.selectFrom('audit').selectAll().where('action', 'like', 'book.%').execute();
  assert.equal(records.length, 6);
  for (const { subject, before, after } of records) {
    assert.equal(subject, `workspaces/${ada.workspace.id}`);
    for (const content of [before, after].flatMap((text) =>
      text === null ? [] : (JSON.parse(text) as object),
    ))
      for (const member of Object.keys(content))
        assert.ok(['book', 'version', 'number', 'asked_by', 'member', 'rights'].includes(member), member);
  }
});

/** Steps by random people on random books: what each person sees is what a simple model says. */
onEitherStore(
  'people see the books of their workspace in which they have a right, and no other',
  async (kind, t) => {
    const given = await place(kind, t);
    const { desk, db, masterKey, ada, rio, sam, vera, bea, added, create, save, show } = given;
    const bob = await added(bea, 'Bob', 'risk_officer');
    const people = [ada, rio, sam, vera, bea, bob];
    const admins = [ada, bea];
    const makers = [ada, rio, sam, bea, bob];
    const step = fc.record({
      what: fc.constantFrom('create', 'give', 'take', 'save', 'delete'),
      ...{ who: fc.nat(100), whom: fc.nat(100), which: fc.nat(100) },
    });
    const model = new Map<string, { workspace: string; net: string; rights: Map<string, Set<string>> }>();
    let books = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const { what, who, whom, which } of steps) {
          const ids = [...model.keys()];
          const id = ids[which % Math.max(ids.length, 1)];
          const book = id === undefined ? undefined : model.get(id);
          if (what === 'create' || id === undefined || book === undefined) {
            const maker = makers[who % makers.length]!;
            books += 1;
            const made = await create(maker, `Book ${books}`);
            const rights = new Map([[maker.id, new Set(['see', 'edit', 'approve_limits'])]]);
            model.set(made, { workspace: maker.workspace.id, net: '0.00', rights });
          } else if (what === 'give' || what === 'take') {
            const admin = admins[who % 2]!;
            const person = people[whom % people.length]!;
            const held = book.rights.get(person.id) ?? new Set();
            const isOwn = book.workspace === admin.workspace.id && book.workspace === person.workspace.id;
            const changes = what === 'give' ? !held.has('edit') : held.size > 0;
            const change =
              what === 'give'
                ? giveRights(desk, admin, { book: id, person: person.id, rights: ['edit'] })
                : takeRights(desk, admin, { book: id, person: person.id });
            if (!isOwn || !changes) await assert.rejects(change);
            else {
              await change;
              book.rights.set(person.id, what === 'give' ? new Set([...held, 'see', 'edit']) : new Set());
            }
          } else {
            const person = people[who % people.length]!;
            const may = book.rights.get(person.id)?.has('edit') === true;
            if (what === 'save') {
              const net = `${which}.00`;
              if (may) {
                await save(person, id, only(net));
                book.net = net;
              } else await assert.rejects(save(person, id, only(net)));
            } else if (may && admins.includes(person)) {
              const { settings } = await openBook(db, masterKey, person, id, 'edit');
              await deleteBook(desk, masterKey, person, { book: id, name: settings.name });
              model.delete(id);
            }
          }
          desk.now += 1000;
        }
        for (const person of people) {
          const seen = (await listBooks(db, masterKey, person)).filter(({ name }) => name !== null);
          const expected = [...model].filter(([, { rights }]) => rights.get(person.id)?.has('see'));
          assert.deepEqual(seen.map(({ id }) => id).sort(), expected.map(([id]) => id).sort());
          for (const [id, { net, rights }] of model) {
            if (rights.get(person.id)?.has('see')) assert.equal((await show(person, id)).total, net);
            else await assert.rejects(show(person, id), { name: 'Refusal' });
          }
        }
      }),
      { numRuns: cases(5, 50) },
    );
  },
);

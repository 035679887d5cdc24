// Policies that are about a book: which version of the book counts, what a decision says that it knew of it, who may name it, and
// what happens when it changes, is deleted or cannot be read.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { createBook, deleteBook } from '@rf-indicators/core/books/books';
import { bookProviders, requireSeenBook } from '@rf-indicators/core/books/policy-scope';
import { giveRights, takeRights } from '@rf-indicators/core/books/rights';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { civilDate, dayAfter } from '@rf-indicators/core/context/times';
import { Bundles } from '@rf-indicators/core/decisions/bundles';
import { type EvaluationContext, evaluate } from '@rf-indicators/core/decisions/evaluate';
import { readKept } from '@rf-indicators/core/decisions/kept';
import type { ReadBookProviders } from '@rf-indicators/core/decisions/scope';
import { Snapshots } from '@rf-indicators/core/decisions/snapshots';
import { testPolicy } from '@rf-indicators/core/decisions/test-policy';
import { tellDecisions } from '@rf-indicators/core/decisions/watch';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { activateAsked, askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy, setShadow } from '@rf-indicators/core/policies/drafts';
import { changeSettings } from '@rf-indicators/core/policies/settings';
import { readEventData } from '@rf-indicators/core/store/event-data';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { NO_RECEIVERS } from '@rf-indicators/core/webhooks/allowed-receivers';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import {
  type EvaluationRequest,
  type KeptDecisions,
  type PolicyScope,
  type PolicySnapshot,
  replayDecisions,
} from '@rf-indicators/engine';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, newMasterKey, publishedWorld } from '../../../../test/support/world.ts';

const IN_SCOPE = 'ALLOW by null';
const OUTSIDE = 'REVIEW by rf:scope';

let nonces = 0;

/** A workspace with a book, an active policy about it, and the three providers with the best scores: the first is in the book. */
async function place(kind: StoreKind, t: Lifetime) {
  const world = await publishedWorld(kind, t);
  const { desk, people, masterKey, store } = world;
  desk.moveTo(desk.clock() + 60_000);
  const claimed = async (name: string) => {
    const wanted = { name, tier: 'ENTERPRISE', entitlements: [] } as const;
    const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
    return (await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' })).member;
  };
  const ada = await claimed('Acorn');
  const { id: book } = await createBook(desk, masterKey, ada, { name: 'Treasury', currency: 'EUR' });
  const rows = await store.db
    .selectFrom('served_indicators')
    .select('provider_id')
    .orderBy('final_score', 'desc')
    .limit(3)
    .execute();
  const [one, two, three] = rows.map(({ provider_id }) => provider_id) as [string, string, string];
  const readBook = bookProviders(store.db, () => masterKey);
  const context = (bookReader: ReadBookProviders = readBook): EvaluationContext => ({
    ...desk,
    snapshots: new Snapshots(store.db, DEFAULT_POLICY),
    bookProviders: bookReader,
    signer: () => currentSigner(store.db, masterKey),
    room: 1_000_000,
  });
  const ofService = context();
  const ask = (member: Member, more: Partial<EvaluationRequest> = {}, bookReader?: ReadBookProviders) => {
    nonces += 1;
    const usual = { policy: 'lender', providers: [one, two, three], nonce: `nonce-of-a-test-${nonces}` };
    const request = { ...usual, exposure: 'new', reference: null, at: null, ...more } as const;
    const call = { workspaceId: member.workspace.id, request, idempotencyKey: null };
    return evaluate(bookReader === undefined ? ofService : context(bookReader), call);
  };
  const saved = {
    ...{ world, desk, db: store.db, masterKey, ada, book, one, two, three, readBook, claimed, ask },
    bundles: new Bundles(ofService),
    /** What is decided of the three. */
    decisions: async (more: Partial<EvaluationRequest> = {}) =>
      (await ask(ada, more)).document.providers.map(
        ({ decision, decided_by }) => `${decision} by ${decided_by}`,
      ),
    /** A version of the book with these providers, one of them twice. */
    hold: (providers: readonly string[], effective_on?: string) => {
      const ids = [...providers, ...providers.slice(0, 1), null];
      const positions = ids.map((provider, at) => positionOf(`p${at}`, '10', { provider }));
      const version = { book, contents: contentsOf(positions), effective_on };
      return saveVersion(desk, masterKey, ada, version);
    },
    save: (by: Member, scope: PolicyScope = { book }) =>
      savePolicy(desk, by, { document: policyDocument({ below: '1.00', scope }) }, requireSeenBook),
    activate: (by: Member) => askForActivation(desk, by, { name: 'lender' }, requireSeenBook),
    remove: () => deleteBook(desk, masterKey, ada, { book, name: 'Treasury' }),
  };
  await saved.hold([one]);
  await saved.save(ada);
  await saved.activate(ada);
  return saved;
}

onEitherStore(
  'a provider outside the book is reviewed, for both exposures, and the signed decisions say what was known of the book',
  async (kind, t) => {
    const { db, desk, ada, ask, book, one, decisions, remove } = await place(kind, t);
    assert.deepEqual(await decisions(), [IN_SCOPE, OUTSIDE, OUTSIDE]);
    assert.deepEqual(await decisions({ exposure: 'existing' }), [IN_SCOPE, OUTSIDE, OUTSIDE]);
    const { document } = await ask(ada);
    assert.ok(document.valid_until <= `${dayAfter(civilDate(desk.clock()), 1)}T00:00:00Z`);
    const kept = (await readKept(db, ada.workspace.id, document.decision_id)) as unknown as KeptDecisions;
    const snapshots = kept.snapshots as PolicySnapshot[];
    const books = snapshots.map(({ provider, in_books }) => [provider === one, in_books]);
    assert.deepEqual(books.sort().reverse(), [
      [true, [book]],
      [false, []],
      [false, []],
    ]);
    assert.equal((await replayDecisions(kept)).fault, null);
    const forged = snapshots.map((snapshot) => ({ ...snapshot, in_books: [book] }));
    assert.equal((await replayDecisions({ ...kept, snapshots: forged })).fault, 'snapshot_missing');
    await remove();
    assert.equal(
      (await replayDecisions(kept)).fault,
      null,
      'what was decided can be made again without the book',
    );
    assert.deepEqual(await decisions(), [OUTSIDE, OUTSIDE, OUTSIDE], 'a deleted book has no providers');
  },
);

onEitherStore('the version counts that counts on the UTC day of the decision', async (kind, t) => {
  const { desk, one, two, three, hold, decisions, bundles, ada, book } = await place(kind, t);
  const bundled = async () => {
    const { document } = await bundles.read(ada.workspace.id, 'lender');
    for (const { snapshot } of document.providers) assert.deepEqual(snapshot.in_books, [book]);
    return document;
  };
  const ids = async () => (await bundled()).providers.map(({ snapshot }) => snapshot.provider);
  const before = desk.clock();
  const tomorrow = dayAfter(civilDate(before), 1);
  assert.deepEqual(await ids(), [one]);
  desk.moveTo(before + 1000);
  await hold([one, two]);
  assert.deepEqual(await decisions(), [IN_SCOPE, IN_SCOPE, OUTSIDE]);
  assert.deepEqual(await ids(), [one, two].sort(), 'a bundle is made anew for a new version');
  await hold([three], tomorrow);
  assert.deepEqual(await decisions(), [IN_SCOPE, IN_SCOPE, OUTSIDE], 'it does not count yet');
  const at = new Date(before).toISOString();
  assert.deepEqual(await decisions({ at }), [IN_SCOPE, OUTSIDE, OUTSIDE], 'as the book was known then');
  desk.moveTo(Date.parse(`${tomorrow}T00:00:00Z`) - 1000);
  assert.equal((await bundled()).valid_until, `${tomorrow}T00:00:00Z`);
  desk.moveTo(Date.parse(`${tomorrow}T00:00:00Z`));
  assert.deepEqual(await decisions(), [OUTSIDE, OUTSIDE, IN_SCOPE]);
  assert.deepEqual(await ids(), [three]);
});

onEitherStore('a book that cannot be read lets no decision be made', async (kind, t) => {
  const { db, ada, ask, world } = await place(kind, t);
  await assert.rejects(ask(ada, {}, bookProviders(db, newMasterKey)));
  const kept = await db.selectFrom('policy_decisions').select('id').execute();
  assert.deepEqual(kept, []);
  await addEndpoint(world.desk, ada, RULES, HOOK);
  await assert.rejects(tellDecisions(world.desk, DEFAULT_POLICY, bookProviders(db, newMasterKey)));
});

onEitherStore(
  'books of other workspaces have no providers, and other policies read none',
  async (kind, t) => {
    const { desk, ada, claimed, ask, book, one, save, activate, decisions } = await place(kind, t);
    const bea = await claimed('Birch');
    const document = policyDocument({ below: '1.00', scope: { book } });
    await assert.rejects(savePolicy(desk, bea, { document }, requireSeenBook), { code: 'insufficient_role' });
    // Whatever let it be saved.
    const letThrough = async () => undefined;
    await savePolicy(desk, bea, { document }, letThrough);
    await askForActivation(desk, bea, { name: 'lender' }, letThrough);
    const theirs = await ask(bea);
    assert.ok(theirs.document.providers.every(({ decided_by }) => decided_by === 'rf:scope'));

    await save(ada, 'all');
    await activate(ada);
    const plain = await ask(ada, { providers: [one] });
    await save(ada, { book });
    assert.equal(
      (await ask(ada, { providers: [one] })).document.providers[0]!.snapshot,
      plain.document.providers[0]!.snapshot,
    );
    await setShadow(desk, ada, { name: 'lender' }, requireSeenBook);
    const shadowed = await ask(ada, { providers: [one] });
    assert.notEqual(shadowed.document.providers[0]!.snapshot, plain.document.providers[0]!.snapshot);
    await decisions();
  },
);

onEitherStore(
  'whoever lets a policy be about a book must see the book, also the second person',
  async (kind, t) => {
    const given = await place(kind, t);
    const { desk, ada, book, masterKey, save, activate } = given;
    const added = async (name: string, role: Member['role'] = 'risk_officer') => {
      const { token } = await addMember(desk, ada, { name, role });
      return authenticateMember(desk, token);
    };
    const [rio, sam] = [await added('Rio'), await added('Sam')];
    const refusalOf = async (doing: Promise<unknown>) => {
      const found: unknown = await doing.then(
        () => null,
        (error) => error,
      );
      assert.ok(found instanceof Error && 'code' in found);
      return `${found.code}: ${found.message}`;
    };
    const unseen = await refusalOf(save(rio));
    assert.match(unseen, /^insufficient_role: .*does not exist/);
    assert.equal(
      await refusalOf(save(rio, { book: 'none-at-all' })),
      unseen,
      'nobody learns that the book exists',
    );
    assert.equal(await refusalOf(save(await added('Ann', 'contract_admin'))), unseen);
    await save(rio, 'all');
    await giveRights(desk, ada, { book, person: rio.id, rights: ['see'] });
    const { digest } = await save(rio);
    await takeRights(desk, ada, { book, person: rio.id, rights: ['see'] });
    assert.equal(await refusalOf(activate(rio)), unseen);
    assert.equal(await refusalOf(setShadow(desk, rio, { name: 'lender' }, requireSeenBook)), unseen);
    await giveRights(desk, ada, { book, person: rio.id, rights: ['see'] });
    await changeSettings(desk, ada, { second_person: 'always' });
    assert.equal((await activate(rio)).state, 'asked');
    const second = () => activateAsked(desk, sam, { name: 'lender', digest }, requireSeenBook);
    assert.equal(await refusalOf(second()), unseen);
    await giveRights(desk, ada, { book, person: sam.id, rights: ['see'] });
    assert.equal((await second()).state, 'active');
    await deleteBook(desk, masterKey, ada, { book, name: 'Treasury' });
    assert.equal(await refusalOf(save(ada)), unseen);
    await assert.rejects(savePolicy(desk, ada, { document: policyDocument({ scope: { book } }) }), {
      code: 'conflict',
    });
  },
);

const RULES = { allowLoopback: true, allowed: NO_RECEIVERS, resolve: async () => [] };
const HOOK = { url: 'http://127.0.0.1:1/hook', event_types: ['decision.changed'] } as const;

onEitherStore(
  'a version of the book, the day on which one begins to count, and its deletion are told as changed decisions',
  async (kind, t) => {
    const { desk, db, ada, one, two, three, hold, remove, readBook } = await place(kind, t);
    await addEndpoint(desk, ada, RULES, { ...HOOK, event_types: [...HOOK.event_types] });
    const tell = () => tellDecisions(desk, DEFAULT_POLICY, readBook);
    const told = async () => {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('type', '=', 'decision.changed')
        .orderBy('seq', 'desc')
        .limit(1)
        .execute();
      const { cause, changes } = readEventData({ type: 'decision.changed', data: rows[0]!.data });
      const changed = changes.map(
        ({ provider_id, previous_decision, decision }) => [provider_id, previous_decision, decision] as const,
      );
      return { cause, changes: changed.sort() };
    };
    assert.equal(await tell(), 0, 'the first evaluation says what stands');
    assert.equal(await tell(), 0);
    await hold([two]);
    assert.deepEqual((await Promise.all([tell(), tell()])).sort(), [0, 1], 'of two at once, one tells');
    const left = (id: string) => [id, 'ALLOW', 'REVIEW'] as const;
    const entered = (id: string) => [id, null, 'ALLOW'] as const;
    assert.deepEqual(await told(), { cause: 'book', changes: [left(one), entered(two)].sort() });
    const standing = await db.selectFrom('standing_decisions').select('provider_id').execute();
    assert.deepEqual(
      standing.map(({ provider_id }) => provider_id),
      [two],
      'what left is forgotten',
    );
    assert.equal(await tell(), 0, 'what left is told once');

    const tomorrow = dayAfter(civilDate(desk.clock()), 1);
    desk.moveTo(desk.clock() + 1000);
    await hold([two, three], tomorrow);
    assert.equal(await tell(), 0, 'it does not count yet');
    desk.moveTo(Date.parse(`${tomorrow}T00:00:01Z`));
    assert.equal(await tell(), 1);
    assert.deepEqual(await told(), { cause: 'book', changes: [entered(three)] });

    desk.moveTo(desk.clock() + 1000);
    await hold([one, two, three]);
    assert.equal(await tell(), 1);
    assert.deepEqual(await told(), { cause: 'book', changes: [entered(one)] });

    await remove();
    assert.equal(await tell(), 1);
    assert.deepEqual(await told(), { cause: 'book', changes: [left(one), left(two), left(three)].sort() });
    assert.equal(await tell(), 0);
  },
);

onEitherStore(
  'a test on history has the providers of the book as it is today, on every day',
  async (kind, t) => {
    const { db, desk, ada, one, two, three, hold, readBook } = await place(kind, t);
    desk.moveTo(desk.clock() + DAY);
    await hold([one, two]);
    await hold([three], dayAfter(civilDate(desk.clock()), 1));
    const tested = await testPolicy(
      ...([db, DEFAULT_POLICY, ada.workspace.id, { name: 'lender' }] as const),
      ...([desk.clock(), readBook] as const),
    );
    assert.deepEqual(tested.providers.map(({ id }) => id).sort(), [one, two].sort());
    for (const { today, periods } of tested.providers) {
      assert.equal(today.decision, 'ALLOW');
      assert.ok(periods.every(({ decided_by }) => decided_by !== 'rf:scope'));
      assert.ok(periods.some(({ decision }) => decision === 'ALLOW'));
    }
  },
);

onEitherStore(
  'nobody tries a policy about a book that they do not see, and no staff does',
  async (kind, t) => {
    const { desk, masterKey, ada, book, one, world } = await place(kind, t);
    const services = actServicesOf(desk, () => masterKey);
    const { token } = await addMember(desk, ada, { name: 'Vera', role: 'viewer' });
    const vera = await authenticateMember(desk, token);
    const callers = {
      ada: { kind: 'member', member: ada, from: 'a test' },
      vera: { kind: 'member', member: vera, from: 'a test' },
      operator: { kind: 'staff', actor: world.people.operator },
    } as const;
    const which = { name: 'lender', workspace: ada.workspace.id };
    for (const act of ['policies.test', 'policies.test_framework'] as const) {
      assert.equal((await performAct(services, callers.ada, act, which)).book, book);
      await assert.rejects(performAct(services, callers.vera, act, which), { code: 'insufficient_role' });
      await assert.rejects(performAct(services, callers.operator, act, which), /which staff cannot see/);
    }
    await giveRights(desk, ada, { book, person: vera.id, rights: ['see'] });
    const { providers } = await performAct(services, callers.vera, 'policies.test', which);
    assert.deepEqual(
      providers.map(({ id }) => id),
      [one],
    );
    const { workspace } = which;
    const shown = await performAct(services, callers.operator, 'workspaces.show', { workspace });
    assert.ok(!('reader' in shown));
  },
);

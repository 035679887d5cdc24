// Identifiers that others issue: their forms and check digits, and who decides on those of a provider.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import {
  checkDigitProblem,
  identifiersIn,
  readIdentifier,
} from '@rf-indicators/core/desk/providers/identifiers';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { listBehind } from '@rf-indicators/core/log/fact-leaves';
import fc from 'fast-check';
import { actServicesOf } from '../../../../../test/support/act-services.ts';
import { lowerGuards } from '../../../../../test/support/mutations.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { foundedWorld, publishedWorld, type World } from '../../../../../test/support/world.ts';

const LEI = 'ZZZZ00GOSSAMERLE0024';
const ISIN = 'ZZ0000FRCL01';
const SOURCE = 'https://gossamerle.example/imprint';
const reason = 'As its imprint says.';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

test('published examples of LEI and ISIN are valid', () => {
  for (const lei of ['HWUPKR0MPOU8FGXBT394', '7LTWFZYICNSX8D621K86', LEI])
    assert.deepEqual(readIdentifier('lei', lei.toLowerCase()), { value: lei });
  for (const isin of ['US0378331005', 'DE000BAY0017', 'AU0000XVGZA3', ISIN])
    assert.deepEqual(readIdentifier('isin', ` ${isin} `), { value: isin });
});

const isValid = (kind: 'lei' | 'isin', text: string) => 'value' in readIdentifier(kind, text);
const characters = (length: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { minLength: length, maxLength: length }).map((all) => all.join(''));

test('one pair of check digits is valid for an LEI, and no other digit or letter in any place', () => {
  fc.assert(
    fc.property(characters(18), fc.nat(19), fc.constantFrom(...ALPHABET), (base, at, other) => {
      const number = BigInt([...`${base}00`].map((one) => Number.parseInt(one, 36)).join(''));
      const lei = `${base}${String(98n - (number % 97n)).padStart(2, '0')}`;
      assert.ok(isValid('lei', lei), lei);
      // A letter counts as two digits, so exchanging it for a digit moves all others: that one in 97 is not noticed.
      const isSameClass = /[0-9]/.test(lei[at]!) === /[0-9]/.test(other);
      if (other !== lei[at] && isSameClass)
        assert.ok(!isValid('lei', `${lei.slice(0, at)}${other}${lei.slice(at + 1)}`), lei);
    }),
  );
});

test('one check digit of ten is valid for an ISIN, and no other digit in any place', () => {
  fc.assert(
    fc.property(characters(9), fc.nat(11), fc.nat(9), (base, at, other) => {
      const valid = [...'0123456789']
        .map((digit) => `XS${base}${digit}`)
        .filter((isin) => isValid('isin', isin));
      assert.equal(valid.length, 1, base);
      const isin = valid[0]!;
      if (/[0-9]/.test(isin[at]!) && String(other) !== isin[at])
        assert.ok(!isValid('isin', `${isin.slice(0, at)}${other}${isin.slice(at + 1)}`), isin);
    }),
  );
});

test('what is wrong is said, and other kinds have their normal forms', () => {
  assert.match(checkDigitProblem('ZZZZ00GOSSAMERLE0028')!, /check digits do not match/);
  assert.match(checkDigitProblem('ZZ0000FRCL02')!, /check digit does not match/);
  assert.equal(checkDigitProblem('Gossamerle'), null);
  const valid = [
    ['ticker', 'xnas:strc', 'XNAS:STRC'],
    ['ticker', 'FRC.A', 'FRC.A'],
    [
      'address',
      'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7',
      'eip155:1:0x52908400098527886e0f7030069857d2e4169ee7',
    ],
    [
      'address',
      'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
      'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    ],
    ['domain', 'Bücher.Example', 'xn--bcher-kva.example'],
  ] as const;
  for (const [kind, given, value] of valid) assert.deepEqual(readIdentifier(kind, given), { value }, given);
  const invalid = [
    ['lei', 'short'],
    ['isin', 'US037833100'],
    ['ticker', 'WAY:TOO:MANY'],
    ['address', '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['address', 'eip155:1:0x1234'],
    ['domain', 'localhost'],
    ['domain', '10.0.0.1'],
    ['domain', 'https://bad.example/'],
    ['domain', 'a..example'],
  ] as const;
  for (const [kind, given] of invalid)
    assert.ok('problem' in readIdentifier(kind, given), `${kind} ${given}`);
  assert.deepEqual(identifiersIn('strike'), [], 'a word in lower case is a name, not a ticker');
});

function acting({ desk, masterKey }: World) {
  const services = actServicesOf(desk, () => masterKey);
  return <Name extends ActName>(actor: Actor, name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> =>
    performAct(services, { kind: 'staff', actor }, name, input);
}

async function loggedNames({ store: { db } }: World): Promise<Record<string, unknown>[]> {
  const leaves = await db
    .selectFrom('log_leaves')
    .selectAll()
    .where('kind', '=', 'names')
    .orderBy('idx')
    .execute();
  const lists = await Promise.all(leaves.map(({ kind, leaf }) => listBehind(db, kind, leaf)));
  return lists.flatMap((list) => list!.trimEnd().split('\n')).map((line) => JSON.parse(line));
}

onEitherStore(
  'identifiers of a published provider take two people, and the log has them',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, store, people, slugOf } = world;
    const act = acting(world);
    const provider = slugOf('FX-04');
    assert.ok(
      (await loggedNames(world)).every(
        ({ slug, identifiers }) => slug !== provider || identifiers === undefined,
      ),
      'lines without identifiers are as they were',
    );

    const identifiers = [`domain Gossamerle.Example ${SOURCE}`, `lei ${LEI.toLowerCase()} ${SOURCE}`];
    const asked = await act(people.analyst, 'providers.describe', { provider, identifiers, reason });
    assert.equal(asked.done, false);
    assert.deepEqual((await findProvider(store.db, provider))!.identifiers, []);
    await assert.rejects(
      importProviders(desk, people.analyst, asRows([{ slug: provider, identifiers }])),
      (error: Refusal) => error.details[0]!.code === 'takes_two_people',
    );
    await act(people.reviewer, 'requests.approve', { request: asked.request! });
    const recorded = [
      { kind: 'lei', value: LEI, source: SOURCE },
      { kind: 'domain', value: 'gossamerle.example', source: SOURCE },
    ];
    assert.deepEqual((await findProvider(store.db, provider))!.identifiers, recorded);
    assert.deepEqual((await loggedNames(world)).at(-1)!.identifiers, recorded);
    assert.deepEqual((await verifyAll(store.db)).findings, []);

    // The same one at another provider is refused, when it is requested and when it is approved.
    const other = slugOf('FX-06');
    await assert.rejects(
      act(people.analyst, 'providers.describe', {
        provider: other,
        identifiers: [`lei ${LEI} ${SOURCE}`],
        reason,
      }),
      (error: Refusal) =>
        error.code === 'conflict' &&
        error.message ===
          `LEI ${LEI} already identifies Gossamerle Yield (${provider}); remove it there first.`,
    );

    await lowerGuards(store);
    await store.db
      .updateTable('provider_versions')
      .set({ identifiers: JSON.stringify([{ kind: 'lei', value: 'ZZZZ00SOMEBODYELSE00', source: SOURCE }]) })
      .where('identifiers', 'is not', null)
      .execute();
    const found = (await verifyAll(store.db)).findings.map(({ problem }) => problem);
    assert.ok(found.includes('is called otherwise than two people decided'), found.join('\n'));
  },
);

onEitherStore('a file gives identifiers to providers that are not public, each to one', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, store, people, slugOf } = world;
  const [slug, other] = [slugOf('FX-04'), slugOf('FX-06')];
  const given = `lei ${LEI} ${SOURCE}`;
  await importProviders(desk, people.analyst, asRows([{ slug, identifiers: given }]));
  assert.equal((await findProvider(store.db, slug))!.identifiers.length, 1);
  const refused = async (row: object, code: string) =>
    assert.rejects(importProviders(desk, people.analyst, asRows([row])), (error: Refusal) => {
      assert.deepEqual(
        error.details.map((detail) => detail.code),
        [code],
      );
      return true;
    });
  await refused({ slug: other, identifiers: [given] }, 'identifier_taken');
  await refused(
    { slug: other, identifiers: ['lei ZZZZ00GOSSAMERLE0028 https://a.example'] },
    'not_identifier',
  );
  await refused({ slug: other, identifiers: [`lei ${LEI} http://a.example`] }, 'not_identifier');
  await refused({ slug: other, identifiers: [`passport 1 ${SOURCE}`] }, 'not_identifier');
  // A file that moves it says so in its order.
  await importProviders(
    desk,
    people.analyst,
    asRows([
      { slug, identifiers: [] },
      { slug: other, identifiers: [given] },
    ]),
  );
  assert.deepEqual((await findProvider(store.db, slug))!.identifiers, []);
  assert.equal((await findProvider(store.db, other))!.identifiers[0]!.value, LEI);
});

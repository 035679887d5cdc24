// Books that are hard to show: every provider, names without a score, limits that hold and limits that are breached, a policy, and
// another version for a past day; and one with the longest texts.

import type { Member } from '@rf-indicators/core/accounts/members';
import { changeSettings, createBook } from '@rf-indicators/core/books/books';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { saveVersion } from '@rf-indicators/core/books/versions';
import type { Context } from '@rf-indicators/core/context/context';
import { activeNames } from '@rf-indicators/core/policies/versions';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { contentsOf, limitOf, limitsOf, positionOf } from './books.ts';

const UNSCORED = [
  'Quarterly treasury reconciliation facility of the northern subsidiary',
  '東京証券決済株式会社の信用リスク評価および担保管理',
  'Nakagawa & Söhne Vermögensverwaltungsgesellschaft',
];

/** Returns its id. `pastDay` is the first day of the earlier version. */
export async function reportBook(
  desk: Context,
  masterKey: MasterKey,
  member: Member,
  pastDay: string,
): Promise<string> {
  const { db } = desk.store;
  const rows = await db.selectFrom('served_indicators').select(['provider_id']).orderBy('slug').execute();
  const [policy = ''] = await activeNames(db, member.workspace.id);
  const { id: book } = await createBook(desk, masterKey, member, {
    ...{ name: 'Treasury and collateral of the group', currency: 'EUR', measure: 'net' },
  });
  await changeSettings(desk, masterKey, member, { book, policy });
  const scored = rows.map(({ provider_id }, index) =>
    positionOf(`L-${index + 1}`, `${1 + ((index * 7919) % 4000)}500.25`, {
      provider: provider_id,
      group: index % 3 === 0 ? 'lending' : 'custody',
    }),
  );
  const unscored = UNSCORED.map((name, index) =>
    positionOf(`U-${index + 1}`, `${3 - index}750000.50`, { name }),
  );
  const outside = positionOf('O-1', '12000', { currency: 'USD', name: 'A name in dollars' });
  const first = contentsOf([...scored.slice(2), ...unscored.slice(1)]);
  await saveVersion(desk, masterKey, member, { book, contents: first, effective_on: pastDay });
  await saveVersion(desk, masterKey, member, {
    book,
    contents: contentsOf([...scored, ...unscored, outside]),
  });
  const [one] = rows;
  const name = (name: string) => ({ kind: 'name', name }) as const;
  await askForLimits(desk, masterKey, member, {
    book,
    document: {
      ...limitsOf(
        limitOf('lending', '1000000'),
        limitOf('custody', '900000000', { of: { kind: 'group', group: 'custody' } }),
        limitOf('unscored', '5', { measure: 'share', of: { kind: 'band', band: 'none' } }),
        limitOf('high', '0', { of: { kind: 'band', band: 'HIGH' } }),
        limitOf('one', '20', { measure: 'share', of: name(one!.provider_id) }),
        limitOf('named', '1000000', { of: name(UNSCORED[0]!) }),
      ),
    },
  });
  return book;
}

const LONG =
  'Quarterly treasury reconciliation facility of the northern subsidiary and its collateral agents ';

/** Names, groups and amounts as long as they may be, and every limit breached. */
export async function longestBook(desk: Context, masterKey: MasterKey, member: Member): Promise<string> {
  const [policy = ''] = await activeNames(desk.store.db, member.workspace.id);
  const name = LONG.slice(0, 120).trim();
  const { id: book } = await createBook(desk, masterKey, member, { name, currency: 'EUR', policy });
  const named = (index: number) => `${LONG.repeat(2).slice(0, 190)}${index}`;
  const positions = Array.from({ length: 30 }, (_, index) =>
    positionOf(`L-${index}`, `9999999999999${index % 10}.12345678`, {
      name: named(index),
      group: named(0).slice(0, 100),
    }),
  );
  await saveVersion(desk, masterKey, member, { book, contents: contentsOf(positions) });
  await askForLimits(desk, masterKey, member, {
    book,
    document: {
      ...limitsOf(
        ...Array.from({ length: 12 }, (_, index) =>
          limitOf(`limit ${index}`, '0.00000001', { of: { kind: 'name', name: named(index) } }),
        ),
      ),
    },
  });
  return book;
}

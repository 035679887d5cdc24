// The book of one fictional customer: most of its names are scored, one exposure is over its limit, two names are not matched, and
// a version of five weeks ago had other exposures.

import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember } from '@rf-indicators/core/accounts/members';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { createBook } from '@rf-indicators/core/books/books';
import type { BookContents, BookPosition } from '@rf-indicators/core/books/contents';
import type { BookLimits, Limit } from '@rf-indicators/core/books/limit-document';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { giveRights } from '@rf-indicators/core/books/rights';
import { saveVersion } from '@rf-indicators/core/books/versions';
import type { Context } from '@rf-indicators/core/context/context';
import { civilDate } from '@rf-indicators/core/context/times';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { CUSTOMER } from './customer-history.ts';
import { DEMO_POLICY } from './policies.ts';

const DAY = 24 * 60 * 60 * 1000;
const BEFORE = 35 * DAY;
const NAME = 'Treasury';
/** Of providers in the order of their names, in thousands: some of each size. */
const EXPOSURES = [
  52_800, 28_400, 38_500, 18_200, 64_200, 26_750, 31_000, 12_600, 9_400, 6_150, 4_800, 3_200,
] as const;
const GROUPS = ['custody', 'lending', 'bonds'] as const;
/** Of the exposures: the sixth is over it. */
const LIMITS_ABOVE = [1.14, 1.41, 1.17, 1.37, 1.17, 0.93, 1.13, 1.19] as const;

const UNMATCHED: readonly Pick<BookPosition, 'name' | 'net' | 'currency'>[] = [
  { name: 'Quillmere BTC Bonds SPV', net: '4100000.00', currency: 'USD' },
  { name: 'Northgate Lend OÜ', net: '2250000.00', currency: 'USD' },
  { name: 'Ostmark Verwahrung', net: '1800000.00', currency: 'CHF' },
];

/** The first start writes it; later ones leave what people made of it alone. */
export async function prepareDemoBook(context: Context, masterKey: MasterKey): Promise<void> {
  const { db } = context.store;
  const workspace = (await findWorkspace(db, CUSTOMER))!;
  const made = await db
    .selectFrom('books')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .limit(1)
    .executeTakeFirst();
  if (made !== undefined) return;
  const members = await listMembers(db, workspace.id);
  const memberWho = (wanted: string) =>
    members.find(({ role, removed_at }) => role === wanted && removed_at === null);
  const admin = (await findMember(db, memberWho('contract_admin')!.id))!;
  const now = context.clock();
  const then: Context = { ...context, clock: () => now - BEFORE };
  const settings = { name: NAME, currency: 'USD', policy: DEMO_POLICY };
  const { id: book } = await createBook(then, masterKey, admin, settings);
  for (const [role, rights] of [
    ['risk_officer', ['edit', 'approve_limits']],
    ['viewer', ['see']],
  ] as const) {
    const person = memberWho(role);
    if (person !== undefined) await giveRights(then, admin, { book, person: person.id, rights: [...rights] });
  }
  const names = await namesOf(context);
  const save = (at: Context, factor: (index: number) => number, effectiveOn: number) =>
    saveVersion(at, masterKey, admin, {
      ...{ book, contents: contentsOf(names, factor), effective_on: civilDate(effectiveOn) },
    });
  await save(then, (index) => (index % 3 === 1 ? 0.8 : 1.05), now - BEFORE);
  await save({ ...context, clock: () => now - 2 * DAY }, () => 1, now - 2 * DAY);
  await askForLimits({ ...context, clock: () => now - DAY }, masterKey, admin, {
    ...{ book, document: limitsOf(names) },
  });
}

interface Named {
  provider_id: string;
  name: string;
}

/** Every second provider with a score, and some that were withdrawn. */
async function namesOf({ store: { db } }: Context): Promise<Named[]> {
  const rows = await db
    .selectFrom('served_indicators')
    .select(['provider_id', 'name'])
    .orderBy('name')
    .limit(20)
    .execute();
  const withdrawn = await db
    .selectFrom('provider_states')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'provider_states.provider_id')
    .select(['provider_states.provider_id', 'provider_versions.name'])
    .where('provider_states.verification_id', 'is', null)
    .orderBy('provider_versions.version', 'desc')
    .limit(1)
    .execute();
  return [...rows, ...withdrawn];
}

function contentsOf(names: readonly Named[], factor: (index: number) => number): BookContents {
  const positions = names.map(({ provider_id, name }, index): BookPosition => {
    const net = `${Math.round(exposureOf(index) * factor(index) * 1000)}.00`;
    return {
      ...{
        id: `T-${101 + index}`,
        name,
        provider: provider_id,
        currency: 'USD',
        gross: null,
        collateral: null,
        net,
      },
      ...{ group: GROUPS[index % GROUPS.length]!, maturity: null, note: null, tags: [] },
    };
  });
  const unmatched = UNMATCHED.map(
    (position, index): BookPosition => ({
      ...{ id: `T-${201 + index}`, provider: null, gross: null, collateral: null },
      ...{ group: null, maturity: null, note: null, tags: [], ...position },
    }),
  );
  return {
    format: 'rf-book-1',
    currency: 'USD',
    measure: 'net',
    rates: [],
    positions: [...positions, ...unmatched],
  };
}

function exposureOf(index: number): number {
  return EXPOSURES[index] ?? Math.max(200, 2_600 - 230 * (index - EXPOSURES.length));
}

function limitsOf(names: readonly Named[]): BookLimits {
  const byName = LIMITS_ABOVE.flatMap((above, index): Limit[] => {
    const named = names[index];
    if (named === undefined) return [];
    const most = Math.round((exposureOf(index) * above) / 500) * 500;
    const of = { kind: 'name', name: named.provider_id } as const;
    return [{ id: `name-${index + 1}`, measure: 'net', of, at_most: `${most}000.00` }];
  });
  return {
    format: 'rf-book-limits-1',
    limits: [
      ...byName,
      { id: 'high', measure: 'share', of: { kind: 'band', band: 'HIGH' }, at_most: '10.00' },
      { id: 'lending', measure: 'share', of: { kind: 'group', group: 'lending' }, at_most: '45.00' },
    ],
  };
}

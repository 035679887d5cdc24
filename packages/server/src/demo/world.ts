// The demo world: 24 fictional providers from 1 April 2026 to now, the twelve samples among them, and two that nobody has
// scored yet. The first start creates it; every later start adds the weeks since the last one, and never repeats a week.

import { listStaff } from '@rf-indicators/core/accounts/staff';
import { requireDemo } from '@rf-indicators/core/context/beginning';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { ListCheck } from '@rf-indicators/core/store/records/list-check';
import type { Store } from '@rf-indicators/core/store/store';
import { announceNextVersion } from './announcement.ts';
import { type DemoWorld, WEEK } from './demo-world.ts';
import { type DemoPeople, initialiseDemo, shippedFramework } from './founding.ts';
import { FINDINGS } from './histories.ts';
import { advanceIssuances, receiveScoreRequests } from './markets.ts';
import { registerNewcomers } from './newcomers.ts';
import { publishCorrections, reinstateProvider, withdrawProviders } from './one-off-events.ts';
import { simulatedDesk } from './simulated-desk.ts';
import { discloseInDemo, reviewInDemo } from './disclosures.ts';
import { nameSpecimens } from './specimens.ts';
import { BEGIN, CONTESTED, FIRST_RUN, NEW_FACTS, PEOPLE } from './story.ts';
import { findStoryProviders } from './story-providers.ts';
import { CONFIRMED_AFTER, confirmWeek, publishWeek } from './week.ts';

/** The other events of a week start this long before its run. */
const HEAD_START = 6 * 60 * 60 * 1000;

/** The first day and each week are one transaction, so that an interrupted start can be continued by the next. */
export async function simulateUntil(
  store: Store,
  masterKey: MasterKey,
  now: number,
  checkpointFile: string | null = null,
): Promise<void> {
  const check = new ListCheck();
  await inOneTransaction(store, (transaction) => openWorld(transaction, masterKey, check));
  for (;;) {
    const last = await lastWeek(store);
    const monday = last === null ? FIRST_RUN : last + WEEK;
    if (monday + CONFIRMED_AFTER > now) break;
    await inOneTransaction(store, async (transaction) =>
      simulateWeek(await openWorld(transaction, masterKey, check), monday, last),
    );
  }
  if (checkpointFile) await catchUpCheckpointFile(store.db, checkpointFile);
}

async function simulateWeek(world: DemoWorld, monday: number, last: number | null): Promise<void> {
  const within = (date: string) => {
    const day = Date.parse(date);
    return day <= monday && (last === null || day > last);
  };
  world.context.moveTo(monday - HEAD_START);
  await advanceIssuances(world, monday);
  await receiveScoreRequests(world, within);
  await announceNextVersion(world, within);
  await publishCorrections(world, within);
  await withdrawProviders(world, within);
  await nameSpecimens(world, within);
  await registerNewcomers(world, within);
  // A demo that an earlier version began has fewer providers.
  const news = [...NEW_FACTS, CONTESTED, ...FINDINGS].filter(
    ({ date, provider }) => within(date) && world.providers.has(provider),
  );
  if (monday === FIRST_RUN) await discloseInDemo(world);
  await publishWeek(world, monday, news);
  await reinstateProvider(world, within);
  await reviewInDemo(world, monday);
  await confirmWeek(world, monday);
}

/** Gives the work a store whose transactions all become part of one. */
function inOneTransaction<T>(store: Store, work: (transaction: Store) => Promise<T>): Promise<T> {
  return store.transaction((writes) =>
    work({ ...store, db: writes, transaction: (inner) => inner(writes), close: async () => undefined }),
  );
}

async function openWorld(store: Store, masterKey: MasterKey, check: ListCheck): Promise<DemoWorld> {
  const desk = simulatedDesk(store, BEGIN);
  const people = (await knownPeople(store)) ?? (await initialiseDemo(desk, masterKey));
  const context = { ...desk, isStory: true as const };
  // Sealed by the service, because the record chain is salted and the story's log is the same everywhere.
  const publisher: Publisher = { masterKey, policy: DEFAULT_POLICY, checkpointFile: null, seal: false };
  const { methodology } = shippedFramework();
  const world = { context, people, methodology, publisher, check, providers: new Map() };
  await findStoryProviders(world);
  return world;
}

/** The staff of the demo; null if the store has no staff yet. Refuses any other store. */
export async function knownPeople(store: Store): Promise<DemoPeople | null> {
  const staff = await listStaff(store.db);
  if (staff.length === 0) return null;
  await requireDemo(store.db);
  const actor = ({ name }: { name: string }) => {
    const { id, roles } = staff.find((member) => member.name === name)!;
    return { id, name, roles };
  };
  const hasSecond = staff.some(({ name }) => name === PEOPLE.secondReviewer.name);
  return {
    operator: actor(PEOPLE.operator),
    analyst: actor(PEOPLE.analyst),
    reviewer: actor(PEOPLE.reviewer),
    officer: actor(PEOPLE.officer),
    // A demo that an earlier version began has none.
    secondReviewer: actor(hasSecond ? PEOPLE.secondReviewer : PEOPLE.reviewer),
  };
}

async function lastWeek({ db }: Store): Promise<number | null> {
  const row = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('as_of').as('last'))
    .where('kind', '=', 'scheduled')
    .where('status', '=', 'published')
    .executeTakeFirst();
  return row?.last ?? null;
}

// The demo world: twelve fictional providers from 1 April 2026 to now. It is made the first time and caught up
// at every later start; what was lived once is never lived again.

import { listStaff } from '@rf-indicators/core/accounts/staff';
import { catchUpCheckpointFile } from '@rf-indicators/core/desk/log/checkpoint-file';
import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import type { Publisher } from '@rf-indicators/core/desk/publication/publisher';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Store } from '@rf-indicators/core/store/store';
import { correctTheMistake, withdrawTheEnded } from './chapters.ts';
import { type DemoPeople, found, sampleProviders, shippedFramework, slugOf } from './founding.ts';
import { liveIssuances, liveScoreRequests } from './markets.ts';
import { simulatedDesk } from './simulated-desk.ts';
import { BEGIN, FIRST_RUN, NEW_FACTS, PEOPLE } from './story.ts';
import { type DemoWorld, liveOneWeek, WEEK } from './week.ts';

/** How long before a week's run its other chapters begin. */
const MORNING = 6 * 60 * 60 * 1000;

/** The first day, and then each week, is lived whole or not at all: a start that is cut short loses nothing. */
export async function liveUntil(
  store: Store,
  masterKey: MasterKey,
  now: number,
  checkpointFile: string | null = null,
): Promise<void> {
  await asOne(store, (whole) => openWorld(whole, masterKey));
  for (;;) {
    const last = await lastWeek(store);
    const monday = last === null ? FIRST_RUN : last + WEEK;
    if (monday > now) break;
    await asOne(store, async (whole) => liveWeek(await openWorld(whole, masterKey), monday, last));
  }
  if (checkpointFile) await catchUpCheckpointFile(store.db, checkpointFile);
}

async function liveWeek(world: DemoWorld, monday: number, last: number | null): Promise<void> {
  const within = (date: string) => {
    const day = Date.parse(date);
    return day <= monday && (last === null || day > last);
  };
  world.context.moveTo(monday - MORNING);
  await liveIssuances(world, monday);
  await liveScoreRequests(world, within);
  await correctTheMistake(world, within);
  await withdrawTheEnded(world, within);
  const news = NEW_FACTS.filter(({ date }) => within(date));
  await liveOneWeek(world, monday, news);
}

/** All that the work does to the store it is given becomes one transaction. */
function asOne<T>(store: Store, work: (whole: Store) => Promise<T>): Promise<T> {
  return store.transaction((writes) =>
    work({ ...store, db: writes, transaction: (inner) => inner(writes), close: async () => undefined }),
  );
}

/** A store of real people must never be written to by the story. */
export async function isDemoOrEmpty({ db }: Store): Promise<boolean> {
  const staff = await listStaff(db);
  return staff.length === 0 || staff.some(({ name }) => name === PEOPLE.operator.name);
}

async function openWorld(store: Store, masterKey: MasterKey): Promise<DemoWorld> {
  const context = simulatedDesk(store, BEGIN);
  const people = (await knownPeople(store)) ?? (await found(context, masterKey));
  const providers = new Map<string, { id: string; slug: string }>();
  for (const sample of sampleProviders()) {
    const provider = await findProvider(store.db, slugOf(sample));
    providers.set(sample.provider_id, { id: provider!.id, slug: provider!.slug });
  }
  const publisher: Publisher = { masterKey, policy: DEFAULT_POLICY, checkpointFile: null };
  return { context, people, methodology: shippedFramework().methodology, publisher, providers };
}

/** The people of the story; null where the store has nobody yet. */
export async function knownPeople(store: Store): Promise<DemoPeople | null> {
  const staff = await listStaff(store.db);
  if (staff.length === 0) return null;
  const actor = ({ name }: { name: string }) => {
    const { id, roles } = staff.find((member) => member.name === name)!;
    return { id, name, roles };
  };
  return {
    operator: actor(PEOPLE.operator),
    analyst: actor(PEOPLE.analyst),
    reviewer: actor(PEOPLE.reviewer),
    officer: actor(PEOPLE.officer),
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

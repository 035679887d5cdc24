// Upcoming issuances: adds and updates them, changes their status and writes the events.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { writeEvent } from '../../events/write-event.ts';
import type { IssuanceStatus } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { rowReader } from '../import/row-reader.ts';
import { type Row, refuse } from '../import/rows.ts';
import {
  type Issuance,
  type IssuanceDetails,
  issuanceOnTheWire,
  NEXT_STATUSES,
  readIssuanceDetails,
} from './issuance-record.ts';

/** Adds all rows or none, and returns the new ids in the same order. */
export function importIssuances(context: Context, actor: Actor, rows: readonly Row[]): Promise<string[]> {
  return addAll(context, actor, 'issuances.import', rows);
}

function addAll(
  context: Context,
  actor: Actor,
  act: 'issuances.import' | 'issuances.add',
  rows: readonly Row[],
): Promise<string[]> {
  return actAs(context, actor, act, async (writes) => {
    const problems: RefusalDetail[] = [];
    const taken = new Map<string, string>();
    const all: IssuanceDetails[] = [];
    for (const row of rows) {
      const details = await readRow(writes, row, problems);
      if (details === null) continue;
      await refuseDuplicate(writes, details, row.place, taken, problems);
      all.push(details);
    }
    refuse(problems);
    const ids: string[] = [];
    for (const details of all) ids.push(await write(context, writes, actor, details));
    return ids;
  });
}

export async function addIssuance(context: Context, actor: Actor, details: unknown): Promise<string> {
  const [id] = await addAll(context, actor, 'issuances.add', [{ place: '', value: details }]);
  return id!;
}

/** Changes details of an issuance whose status is not final; null removes an optional detail. */
export async function updateIssuance(
  context: Context,
  actor: Actor,
  id: string,
  changes: unknown,
  seen?: number,
): Promise<Issuance> {
  return actAs(context, actor, 'issuances.update', async (writes) => {
    const { status, updated_at, ...existing } = await issuanceById(writes, id);
    if (NEXT_STATUSES[status].length === 0) {
      throw new Refusal('conflict', `The issuance is ${status} and can no longer change.`);
    }
    if (seen !== undefined && seen !== updated_at) {
      throw new Refusal(
        'conflict',
        'Somebody changed this issuance since you opened it. Look at it again, then change it.',
      );
    }
    const { id: _, ...before } = existing;
    const isObject = typeof changes === 'object' && changes !== null && !Array.isArray(changes);
    const problems: RefusalDetail[] = [];
    const row = { place: '', value: isObject ? { ...before, ...changes } : changes };
    const after = await readRow(writes, row, problems);
    refuse(problems, 'Nothing was changed');
    const isSame = Object.entries(before).every(
      ([member, value]) => after![member as keyof typeof before] === value,
    );
    if (isSame) return { ...existing, status, updated_at };
    const now = context.clock();
    await writes
      .updateTable('issuances')
      .set({ ...after!, updated_at: now })
      .where('id', '=', id)
      .execute();
    await recordAct(context, writes, actor, 'issuance.update', id, before, after);
    return { id, ...after!, status, updated_at: now };
  });
}

/** Changes the status, if the change is allowed. */
export async function changeIssuanceStatus(
  context: Context,
  actor: Actor,
  id: string,
  status: IssuanceStatus,
): Promise<Issuance> {
  return actAs(context, actor, 'issuances.change_status', async (writes) => {
    const before = await issuanceById(writes, id);
    const next = NEXT_STATUSES[before.status];
    if (!next.includes(status)) {
      const ways = next.length === 0 ? 'which is final' : `and can become ${next.join(' or ')}`;
      throw new Refusal('conflict', `The issuance cannot become ${status}: it is ${before.status}, ${ways}.`);
    }
    const after = { ...before, status, updated_at: context.clock() };
    const { updated_at } = after;
    await writes.updateTable('issuances').set({ status, updated_at }).where('id', '=', id).execute();
    const data = { ...issuanceOnTheWire(after), previous_status: before.status };
    await writeEvent(context, writes, 'issuance.status_changed', after.provider_id, data);
    await recordAct(context, writes, actor, 'issuance.status', id, { status: before.status }, { status });
    return after;
  });
}

async function issuanceById(writes: Writes, id: string): Promise<Issuance> {
  const row = await writes.selectFrom('issuances').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', `There is no issuance ${id}.`);
  return row;
}

/** The details with the provider's id in place of its slug; null if the row has problems. */
async function readRow(writes: Writes, row: Row, problems: RefusalDetail[]): Promise<IssuanceDetails | null> {
  const already = problems.length;
  const reader = rowReader(row, problems);
  const details = readIssuanceDetails(reader);
  if (details === null || problems.length > already) return null;
  if (details.provider_id === null) return details;
  const provider = await findProvider(writes, details.provider_id);
  if (provider !== null) return { ...details, provider_id: provider };
  reader.addProblem(
    'provider_id',
    'unknown_provider',
    `"${details.provider_id}" is not the id or slug of a provider`,
  );
  return null;
}

async function findProvider(writes: Writes, idOrSlug: string): Promise<string | null> {
  const provider = await writes
    .selectFrom('providers')
    .leftJoin('provider_slugs', 'provider_slugs.provider_id', 'providers.id')
    .select('providers.id')
    .where(({ eb, or }) =>
      or([
        eb('providers.id', '=', idOrSlug),
        eb('providers.slug', '=', idOrSlug),
        eb('provider_slugs.slug', '=', idOrSlug),
      ]),
    )
    .executeTakeFirst();
  return provider?.id ?? null;
}

/** Refuses duplicates, so that importing the same file twice does not list everything twice. */
async function refuseDuplicate(
  writes: Writes,
  { issuer_name, name, announced_on }: IssuanceDetails,
  place: string,
  taken: Map<string, string>,
  problems: RefusalDetail[],
): Promise<void> {
  const key = JSON.stringify([issuer_name, name, announced_on]);
  const elsewhere = taken.get(key);
  taken.set(key, place);
  const listed = await writes
    .selectFrom('issuances')
    .select('id')
    .where('issuer_name', '=', issuer_name)
    .where('name', '=', name)
    .where('announced_on', '=', announced_on)
    .executeTakeFirst();
  if (elsewhere === undefined && listed === undefined) return;
  const where = listed ? `is already listed, as ${listed.id}` : `is also at ${elsewhere}`;
  problems.push({ place, code: 'already_listed', message: `${name} of ${issuer_name} ${where}` });
}

async function write(
  context: Context,
  writes: Writes,
  actor: Actor,
  details: IssuanceDetails,
): Promise<string> {
  const issuance: Issuance = {
    id: context.newId(),
    ...details,
    status: 'ANNOUNCED',
    updated_at: context.clock(),
  };
  await writes.insertInto('issuances').values(issuance).execute();
  await writeEvent(context, writes, 'issuance.new', issuance.provider_id, issuanceOnTheWire(issuance));
  const { status } = issuance;
  await recordAct(context, writes, actor, 'issuance.add', issuance.id, null, { ...details, status });
  return issuance.id;
}

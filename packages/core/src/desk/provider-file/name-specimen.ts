// Names specimens, and ends that: two people decide that anyone may read the packages of a provider.

import { approvalNote, type People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type Provider, requireProvider } from '../providers/providers.ts';
import { isSpecimen } from '../providers/specimens.ts';

interface Decision {
  provider: string;
  reason: string;
}

/** Refuses a provider that is a specimen already, or has no package to read. */
export async function requireNameable(db: Queries | Writes, { provider }: Decision): Promise<Provider> {
  const found = await requireProvider(db, provider);
  if (await isSpecimen(db, found.id))
    throw new Refusal('conflict', `Anyone may already read the packages of ${found.name}.`);
  const state = await db
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', found.id)
    .executeTakeFirst();
  if (state?.verification_id) return found;
  throw new Refusal(
    'conflict',
    `${found.name} has no current indicator, so it has no package that anyone could read. Publish one first.`,
  );
}

export async function requireEndable(db: Queries | Writes, { provider }: Decision): Promise<Provider> {
  const found = await requireProvider(db, provider);
  if (await isSpecimen(db, found.id)) return found;
  throw new Refusal('conflict', `${found.name} is not a specimen. Run rf specimens list to see them.`);
}

export async function nameSpecimen(
  context: Context,
  writes: Writes,
  people: People,
  decision: Decision,
  requestId: string,
): Promise<void> {
  const provider = await requireNameable(writes, decision);
  await decide(context, writes, people, provider, decision, { state: 'named', request_id: requestId });
}

export async function endSpecimen(
  context: Context,
  writes: Writes,
  people: People,
  decision: Decision,
  requestId: string,
): Promise<void> {
  const provider = await requireEndable(writes, decision);
  await decide(context, writes, people, provider, decision, { state: 'ended', request_id: requestId });
}

async function decide(
  context: Context,
  writes: Writes,
  people: People,
  { id }: Provider,
  { reason }: Decision,
  row: { state: 'named' | 'ended'; request_id: string },
): Promise<void> {
  const seq = await nextSequence(writes, 'specimens');
  await writes
    .insertInto('specimens')
    .values({ seq, provider_id: id, since: context.clock(), ...row })
    .execute();
  const after = { reason: reason.trim(), ...approvalNote(people) };
  await recordAct(context, writes, people.requester, `specimen.${row.state}`, `provider/${id}`, null, after);
}

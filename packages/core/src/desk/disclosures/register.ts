// The register of disclosures: an entry for all providers, and entries for single ones, which two people set.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { approvalNote, type People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import { findProvider, requireProvider } from '../providers/providers.ts';
import { publishForAll } from './publish.ts';
import { readRegister } from './read-register.ts';

type DisclosureInput = DomainInputOf<'disclosures.set'>;

/** Members that the entry for all providers must have: there is nothing that it could take them from. */
const TEXTS = ['team', 'conflicts', 'handling', 'sources', 'limits'] as const;

export async function listDisclosures(db: Queries): Promise<DomainAnswerOf<'disclosures.list'>['data']> {
  const register = await readRegister(db);
  const listed: DomainAnswerOf<'disclosures.list'>['data'] = [];
  for (const [id, { set_at, ...entry }] of register) {
    const provider =
      id === null
        ? null
        : await db
            .selectFrom('providers')
            .select('slug')
            .select(providerName('providers.id').as('name'))
            .where('id', '=', id)
            .executeTakeFirst();
    listed.push({
      ...{ provider_id: id, slug: provider?.slug ?? null, name: provider?.name ?? null, set_at },
      ...entry,
    });
  }
  return listed.sort((a, b) => Number(a.slug !== null) - Number(b.slug !== null));
}

/** Refuses an entry that could not be approved. Returns what it is about. */
export async function requireSettable(
  db: Queries | Writes,
  { provider, reason, ...entry }: DisclosureInput,
): Promise<string> {
  if (reason.trim() === '') throw new Refusal('validation_failed', 'Say why the disclosures change.');
  if (provider !== undefined) {
    if (!(await readRegister(db)).has(null))
      throw new Refusal('conflict', 'Set the disclosures for all providers first (without a provider).');
    return `provider/${(await requireProvider(db, provider)).id}`;
  }
  const missing = TEXTS.filter((member) => (entry[member] ?? '').trim() === '');
  if (missing.length > 0)
    throw new Refusal(
      'validation_failed',
      `The disclosures for all providers also need: ${missing.join(', ')}.`,
    );
  return 'disclosures';
}

/** Published for every provider that it concerns in the same transaction. */
export async function setDisclosures(
  context: Context,
  writes: Writes,
  people: People,
  input: DisclosureInput,
  requestId: string,
): Promise<void> {
  const subject = await requireSettable(writes, input);
  const { provider, reason, ...entry } = input;
  const id = provider === undefined ? null : ((await findProvider(writes, provider))?.id ?? null);
  await writes
    .insertInto('disclosure_entries')
    .values({
      seq: await nextSequence(writes, 'disclosure_entries'),
      provider_id: id,
      content: JSON.stringify(entry),
      set_at: context.clock(),
      request_id: requestId,
    })
    .execute();
  await publishForAll(context, writes, id);
  const after = { reason: reason.trim(), ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'disclosures.set', subject, null, after);
}

/** The disclosures of every indicator say that the rule of independence is switched off, so there must be some. */
export async function requireDisclosed(db: Queries | Writes, rule: string, value: number): Promise<void> {
  if (rule !== 'committee_independence' || value !== 0) return;
  if ((await readRegister(db)).has(null)) return;
  throw new Refusal(
    'conflict',
    'Disclose for all providers first, under Requests or with rf disclosures set: the disclosures of every indicator say that this rule is switched off.',
  );
}

// Checks the confirmations: each has its leaf in the log, a valid signature and the list that the leaf has the digest of,
// and the current indicators that it is named for are in that list.

import {
  type ConfirmationRecord,
  canonicalJson,
  checkSignature,
  type JsonValue,
  makeConfirmation,
  type VerifierKey,
} from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import { type KeyChain, keysAt } from '../../log/key-chain.ts';
import { parseCanonical, parseSignature } from '../../log/stored-texts.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';

/**
 * One at a time: a confirmation lists up to every provider of the store, and there is one for each day. Those before
 * `fromLeaf` are checked only if a current indicator names them.
 */
export async function checkConfirmations(
  db: Queries,
  chain: KeyChain,
  fromLeaf: number,
  report: ReportFinding,
): Promise<void> {
  const named = await statesByConfirmation(db);
  for await (const { leaf, kind, ...row } of confirmationsOf(db)) {
    if (row.log_index < fromLeaf && !named.has(row.run_id)) continue;
    const record = `confirmations ${row.run_id}`;
    if (leaf !== row.record || kind !== 'confirmation')
      report(record, `does not match log leaf ${row.log_index}`);
    const problem = await confirmationProblem(row, keysAt(chain, row.log_index)).catch(
      (error: Error) => `cannot be read: ${error.message}`,
    );
    if (problem === null) {
      const list = new Set(JSON.parse(row.verification_ids) as string[]);
      const states = (named.get(row.run_id) ?? []).filter(
        ({ verification_id }) => !list.has(verification_id ?? ''),
      );
      if (states.length === 0) named.delete(row.run_id);
      else named.set(row.run_id, states);
    } else {
      report(record, problem);
      // Already reported; which indicators it confirmed is not known.
      named.delete(row.run_id);
    }
  }
  const wrong = [...named.values()].flat().map(({ provider_id }) => provider_id);
  for (const provider_id of wrong.sort())
    report(`provider_states ${provider_id}`, 'names a confirmation that does not list its indicator');
}

/** With the leaf that the log has at its index, in the order of the log. */
export async function* confirmationsOf(db: Queries) {
  for (let last: number | null = null; ; ) {
    let query = db
      .selectFrom('confirmations')
      .leftJoin('log_leaves', 'log_leaves.idx', 'confirmations.log_index')
      .selectAll('confirmations')
      .select(['log_leaves.leaf', 'log_leaves.kind'])
      .orderBy('confirmations.log_index')
      .limit(1);
    if (last !== null) query = query.where('confirmations.log_index', '>', last);
    const row = await query.executeTakeFirst();
    if (row === undefined) return;
    yield row;
    last = row.log_index;
  }
}

type ConfirmedState = Pick<Database['provider_states'], 'provider_id' | 'verification_id'>;

/** By the run that they name. */
async function statesByConfirmation(db: Queries): Promise<Map<string, ConfirmedState[]>> {
  const states = await db
    .selectFrom('provider_states')
    .select(['provider_id', 'verification_id', 'confirmed_by'])
    .where('confirmed_by', 'is not', null)
    .orderBy('provider_id')
    .execute();
  return Map.groupBy(states, ({ confirmed_by }) => confirmed_by!);
}

async function confirmationProblem(
  row: Database['confirmations'],
  keys: readonly VerifierKey[],
): Promise<string | null> {
  const record = parseCanonical(row.record) as ConfirmationRecord | null;
  if (record === null) return 'has a record that is not canonical JSON';
  const signature = parseSignature(row.signature);
  const verdict = signature ? await checkSignature(record, signature, keys) : 'unreadable';
  if (verdict !== 'valid') return `has a signature that does not verify (${verdict})`;
  const verificationIds = JSON.parse(row.verification_ids) as string[];
  const at = new Date(row.confirmed_at).toISOString();
  const expected = await makeConfirmation({ at, run: row.run_id, verificationIds });
  if (canonicalJson(expected.record as unknown as JsonValue) !== row.record)
    return 'has a record that does not match its run, its time and its list of indicators';
  return JSON.stringify(expected.verification_ids) === row.verification_ids
    ? null
    : 'has a list of indicators that is not sorted';
}

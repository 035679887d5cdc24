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

export async function checkConfirmations(db: Queries, chain: KeyChain, report: ReportFinding): Promise<void> {
  const rows = await db
    .selectFrom('confirmations')
    .leftJoin('log_leaves', 'log_leaves.idx', 'confirmations.log_index')
    .selectAll('confirmations')
    .select(['log_leaves.leaf', 'log_leaves.kind'])
    .orderBy('confirmations.log_index')
    .execute();
  const lists = new Map<string, ReadonlySet<string> | 'unknown'>();
  for (const { leaf, kind, ...row } of rows) {
    const record = `confirmations ${row.run_id}`;
    if (leaf !== row.record || kind !== 'confirmation')
      report(record, `does not match log leaf ${row.log_index}`);
    const problem = await confirmationProblem(row, keysAt(chain, row.log_index)).catch(
      (error: Error) => `cannot be read: ${error.message}`,
    );
    if (problem === null) lists.set(row.run_id, new Set(JSON.parse(row.verification_ids) as string[]));
    else {
      report(record, problem);
      // Already reported; which indicators it confirmed is not known.
      lists.set(row.run_id, 'unknown');
    }
  }
  await checkStates(db, lists, report);
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

async function checkStates(
  db: Queries,
  lists: ReadonlyMap<string, ReadonlySet<string> | 'unknown'>,
  report: ReportFinding,
): Promise<void> {
  const states = await db
    .selectFrom('provider_states')
    .select(['provider_id', 'verification_id', 'confirmed_by'])
    .where('confirmed_by', 'is not', null)
    .orderBy('provider_id')
    .execute();
  for (const { provider_id, verification_id, confirmed_by } of states) {
    const list = lists.get(confirmed_by!);
    if (list !== 'unknown' && !list?.has(verification_id ?? ''))
      report(`provider_states ${provider_id}`, 'names a confirmation that does not list its indicator');
  }
}

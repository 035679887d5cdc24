// Confirmations: a run that finds indicators unchanged publishes no new ones, but adds one signed record to the log.
// The record proves when that was, and for which indicators.

import { isObject } from '../json/canonical.ts';
import { quote, step } from '../json/pointer.ts';
import type { VerifierKey } from '../keys.ts';
import type { LogEntry } from './answer.ts';
import { digestOf } from './digest.ts';
import { checkLogged, checkSigned, checkWitnessed, type ProofFault } from './proof.ts';
import { Checks, type FileFault, type Report, readForm } from './report.ts';
import type { Signature } from './statement.ts';
import { isVerificationId } from './verification-id.ts';
import { WITNESSES_MISSING, type WitnessPolicy } from './witnesses.ts';

/** What is signed; its canonical bytes are the leaf of the log. */
export interface ConfirmationRecord {
  /** The time that the run looks at, in milliseconds, such as 2026-04-02T06:00:00.000Z. */
  at: string;
  count: number;
  leaf: 'confirmation';
  /** The id of the run, a UUID. */
  run: string;
  /** Digest of the sorted list of the verification ids that the run confirmed. */
  verification_ids_sha256: string;
  version: 1;
}

/** The response of GET /api/public/confirmations/{run}. */
export interface ConfirmationAnswer {
  data: {
    record: ConfirmationRecord;
    signature: Signature;
    verification_ids: string[];
    log: LogEntry;
  };
  limitations_disclosure: string;
}

export const CONFIRMATION_FAULTS = {
  not_json: 'The file is not JSON.',
  duplicate_member: 'A member appears more than once in an object, so its value is ambiguous.',
  wrong_form: 'The file does not have the format of a confirmation.',
  list_not_sorted: 'The verification ids are not sorted, or one of them appears twice.',
  count_differs: 'The list does not have as many verification ids as the record says.',
  list_differs: 'The list of verification ids does not match the digest in the record.',
  not_confirmed: 'The run did not confirm this verification id.',
  signature_missing: 'The record is not signed.',
  signature_malformed: 'The signature is malformed.',
  key_not_pinned: 'The record is signed with a key that you did not pin.',
  signature_invalid: 'The signature is not valid for this record.',
  log_malformed: 'The log entry is malformed.',
  checkpoint_invalid: 'The checkpoint is not signed with a key that you pinned.',
  inclusion_invalid: 'The log does not contain this record at the stated position.',
  witnesses_missing: WITNESSES_MISSING,
} as const satisfies Record<FileFault | ProofFault, string> & Record<string, string>;

export type ConfirmationFault = keyof typeof CONFIRMATION_FAULTS;

const INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DIGEST = /^[0-9a-f]{64}$/;

const RECORD_FORM: Record<keyof ConfirmationRecord, (value: unknown) => boolean> = {
  at: (value) => typeof value === 'string' && INSTANT.test(value),
  count: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  leaf: (value) => value === 'confirmation',
  run: (value) => typeof value === 'string' && UUID.test(value),
  verification_ids_sha256: (value) => typeof value === 'string' && DIGEST.test(value),
  version: (value) => value === 1,
};

/** The record of a run that confirmed these indicators, and the sorted list that the record has the digest of. */
export async function makeConfirmation({
  at,
  run,
  verificationIds,
}: {
  at: string;
  run: string;
  verificationIds: readonly string[];
}): Promise<{ record: ConfirmationRecord; verification_ids: string[] }> {
  const verification_ids = [...verificationIds].sort();
  const record: ConfirmationRecord = {
    at,
    count: verification_ids.length,
    leaf: 'confirmation',
    run,
    verification_ids_sha256: await digestOf(verification_ids),
    version: 1,
  };
  const malformed = firstMalformedInRecord(record) ?? firstMalformedId(verification_ids);
  if (malformed !== null) throw new TypeError(`a confirmation cannot be made: ${malformed} is malformed`);
  if (!isStrictlySorted(verification_ids)) throw new TypeError('a verification id is given twice');
  return { record, verification_ids };
}

/** Proves who confirmed the listed indicators and when. With a verification id, also that it is among them. */
export async function verifyConfirmation(
  answer: ConfirmationAnswer | string,
  keys: readonly VerifierKey[],
  verificationId: string | null = null,
  policy?: WitnessPolicy,
): Promise<Report<ConfirmationFault>> {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const read = readForm<ConfirmationAnswer>(text, CONFIRMATION_FAULTS, firstMalformedMember);
  if ('report' in read) return read.report;
  const { record, signature, verification_ids: ids, log } = read.form.data;
  const checks = new Checks<ConfirmationFault>();
  await checkList(record, ids, checks);
  if (verificationId !== null) checkConfirmed(verificationId, ids, checks);
  const proved = { value: record, keys, texts: CONFIRMATION_FAULTS, policy };
  await checkSigned(proved, signature, checks);
  await checkLogged(proved, log, checks);
  await checkWitnessed(proved, log, checks);
  return checks.report(verificationId);
}

/** Whether a file says of itself that it is a confirmation, however malformed it is otherwise. */
export function isConfirmation(text: string): boolean {
  const read = readForm<unknown>(text, CONFIRMATION_FAULTS, () => null);
  const data = 'form' in read && isObject(read.form) ? read.form.data : undefined;
  return isObject(data) && Object.hasOwn(data, 'record') && !Object.hasOwn(data, 'package');
}

async function checkList(
  record: ConfirmationRecord,
  ids: readonly string[],
  checks: Checks<ConfirmationFault>,
): Promise<void> {
  const pointer = '/data/verification_ids';
  if (isStrictlySorted(ids))
    checks.passed('order', 'The verification ids are sorted, and each appears once.');
  else checks.failed('order', 'list_not_sorted', CONFIRMATION_FAULTS.list_not_sorted, pointer);
  if (ids.length === record.count) checks.passed('count', String(record.count));
  else {
    const detail = `The list has ${ids.length}, the record says ${record.count}.`;
    checks.failed('count', 'count_differs', detail, '/data/record/count');
  }
  const digest = await digestOf(ids);
  const stated = record.verification_ids_sha256;
  if (digest === stated) checks.passed('list', digest);
  else checks.failed('list', 'list_differs', `Computed ${digest}, stated ${quote(stated)}.`, pointer);
}

function checkConfirmed(id: string, ids: readonly string[], checks: Checks<ConfirmationFault>): void {
  if (ids.includes(id)) checks.passed('verification id', `${id} is in the list.`);
  else {
    const detail = `The list does not contain ${quote(id)}.`;
    checks.failed('verification id', 'not_confirmed', detail, '/data/verification_ids');
  }
}

/** Each id is greater than the one before it, by code unit, which is the order by code point for these letters. */
function isStrictlySorted(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || ids[index - 1]! < id);
}

/** A pointer to the first member that is missing or malformed; null if there is none. */
function firstMalformedMember(answer: unknown): string | null {
  const data = isObject(answer) ? answer.data : undefined;
  if (!isObject(data)) return '/data';
  if (!isObject(data.record)) return '/data/record';
  const inRecord = firstMalformedInRecord(data.record);
  if (inRecord !== null) return `/data/record${step(inRecord)}`;
  if (!Array.isArray(data.verification_ids)) return '/data/verification_ids';
  const id = firstMalformedId(data.verification_ids);
  if (id !== null) return `/data/${id}`;
  const { signature } = data;
  if (signature !== null && !isObject(signature)) return '/data/signature';
  return isObject(data.log) ? null : '/data/log';
}

function firstMalformedInRecord(record: object): string | null {
  for (const [name, hasForm] of Object.entries(RECORD_FORM)) {
    if (!Object.hasOwn(record, name) || !hasForm(Reflect.get(record, name))) return name;
  }
  const unknown = Object.keys(record)
    .sort()
    .find((name) => !Object.hasOwn(RECORD_FORM, name));
  return unknown ?? null;
}

function firstMalformedId(ids: readonly unknown[]): string | null {
  const at = ids.findIndex((id) => typeof id !== 'string' || !isVerificationId(id));
  return at === -1 ? null : `verification_ids/${at}`;
}

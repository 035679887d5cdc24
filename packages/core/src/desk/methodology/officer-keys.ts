// The public keys of chief risk officers, which verify framework sign-offs. The private keys stay with the officers.

import { KeyFormatError, parseVerifierKey, type VerifierKey } from '@rf-indicators/engine';
import { approvalNote, type People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface NewOfficerKey {
  staffId: string;
  /** The verifier key as text: name+hash+base64. */
  publicKey: string;
}

/** Reads the key and refuses what cannot be enrolled. */
export async function requireEnrollable(
  db: Queries | Writes,
  { staffId, publicKey }: NewOfficerKey,
): Promise<VerifierKey> {
  const key = await readPublicKey(publicKey.trim());
  await requireChiefRiskOfficer(db, staffId);
  await requireNewKey(db, key);
  return key;
}

/** Enrols a key and returns its id, which signatures refer to. */
export async function enrolOfficerKey(
  context: Context,
  writes: Writes,
  people: People,
  given: NewOfficerKey,
): Promise<string> {
  const key = await requireEnrollable(writes, given);
  const row = { key_id: key.id, staff_id: given.staffId, public_key: key.text };
  const enrolled_by = people.requester.id;
  await writes
    .insertInto('officer_keys')
    .values({ ...row, enrolled_at: context.clock(), enrolled_by, retired_at: null })
    .execute();
  const after = { ...row, ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'officer_key.enrol', key.id, null, after);
  return key.id;
}

/** The holder of a key that is not retired. */
export async function officerOfKey(db: Queries | Writes, keyId: string): Promise<string> {
  const key = await db
    .selectFrom('officer_keys')
    .select(['staff_id', 'retired_at'])
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  if (key === undefined) throw new Refusal('not_found', `There is no enrolled key ${keyId}.`);
  if (key.retired_at !== null) throw new Refusal('conflict', `The key ${keyId} is already retired.`);
  return key.staff_id;
}

/** New sign-offs with the key are refused from now on; those already recorded stay valid. */
export async function retireOfficerKey(
  context: Context,
  writes: Writes,
  people: People,
  keyId: string,
): Promise<void> {
  await officerOfKey(writes, keyId);
  const now = context.clock();
  await writes.updateTable('officer_keys').set({ retired_at: now }).where('key_id', '=', keyId).execute();
  const [before, after] = [{ retired_at: null }, { retired_at: now, ...approvalNote(people) }];
  await recordAct(context, writes, people.requester, 'officer_key.retire', keyId, before, after);
}

export async function requireChiefRiskOfficer(db: Queries | Writes, staffId: string): Promise<void> {
  const officer = await db
    .selectFrom('staff')
    .innerJoin('staff_roles', 'staff_roles.staff_id', 'staff.id')
    .select('staff.id')
    .where('staff.id', '=', staffId)
    .where('staff.retired_at', 'is', null)
    .where('staff_roles.role', '=', 'chief_risk_officer')
    .executeTakeFirst();
  if (officer !== undefined) return;
  throw new Refusal(
    'conflict',
    'Signing frameworks requires the chief_risk_officer role, which this person does not have.',
  );
}

async function readPublicKey(text: string): Promise<VerifierKey> {
  if (text.startsWith('PRIVATE+KEY+')) {
    throw new Refusal(
      'validation_failed',
      'This is a private key, which must stay with its holder. Enrol the public key, from the file ending in .pub.',
    );
  }
  try {
    return await parseVerifierKey(text);
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new Refusal('validation_failed', `The key cannot be enrolled: ${error.message}`);
  }
}

/** Compares the key material, not the name: otherwise a retired key could be enrolled again under a new name. */
async function requireNewKey(db: Queries | Writes, key: VerifierKey): Promise<void> {
  const rows = await db.selectFrom('officer_keys').select(['key_id', 'public_key', 'retired_at']).execute();
  const same = rows.find(
    ({ key_id, public_key }) => key_id === key.id || keyMaterial(public_key) === keyMaterial(key.text),
  );
  if (same === undefined) return;
  const state = same.retired_at === null ? 'already enrolled' : 'retired and cannot be enrolled again';
  throw new Refusal('conflict', `This key is ${state} (as ${same.key_id}). Make a new one with rf keygen.`);
}

/** The part after the name and the hash. */
function keyMaterial(publicKey: string): string {
  return publicKey.split('+').slice(2).join('+');
}

export interface ListedOfficerKey {
  key_id: string;
  officer: string;
  public_key: string;
  enrolled_at: number;
  retired_at: number | null;
}

/** Newest first, retired ones too. */
export async function listOfficerKeys(db: Queries): Promise<ListedOfficerKey[]> {
  return db
    .selectFrom('officer_keys')
    .innerJoin('staff', 'staff.id', 'officer_keys.staff_id')
    .select(['key_id', 'staff.name as officer', 'public_key', 'enrolled_at', 'officer_keys.retired_at'])
    .orderBy('enrolled_at', 'desc')
    .orderBy('key_id')
    .execute();
}

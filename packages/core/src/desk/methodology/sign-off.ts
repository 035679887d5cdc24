// Records a chief risk officer's sign-off after verifying its signature with the officer's enrolled key.

import {
  canonicalJson,
  checkSignOff,
  type JsonValue,
  parseVerifierKey,
  type SignOff,
  type SignOffVerdict,
} from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { provedRow } from '../../store/records/proved.ts';
import type { Writes } from '../../store/store.ts';
import { requireChiefRiskOfficer } from './officer-keys.ts';
import { requireNotReplaced } from './replacement.ts';
import { methodologyByDigest } from './signed.ts';

const REFUSED_SIGN_OFFS: Record<Exclude<SignOffVerdict, 'signed'>, string> = {
  digest_differs: 'is for a different text',
  unknown_key: 'was made with a key that is not enrolled',
  invalid: 'does not verify: it was edited, or made with a different key',
};

/** Records the sign-off of an imported framework. */
export async function recordSignOff(context: Context, given: Actor, value: unknown): Promise<void> {
  const signOff = readSignOff(value);
  await actAs(context, given, 'frameworks.record_sign_off', async (writes, actor) => {
    const { digest, methodology } = await methodologyByDigest(writes, signOff.digest);
    await requireNotReplaced(writes, digest);
    const signer = await enrolledKey(writes, signOff);
    if (!actor.roles.includes('operator') && actor.id !== signer.staff_id) {
      throw new Refusal(
        'insufficient_role',
        'A sign-off can be recorded only by the officer whose key made it, or by an operator.',
      );
    }
    await requireChiefRiskOfficer(writes, signer.staff_id);
    const key = await parseVerifierKey(signer.public_key);
    const verdict = await checkSignOff(methodology.document, signOff, [key]);
    if (verdict !== 'signed') {
      throw new Refusal('validation_failed', `The sign-off ${REFUSED_SIGN_OFFS[verdict]}.`);
    }
    await requireUnsigned(writes, digest);
    const row = { digest, staff_id: signer.staff_id, key_id: key.id };
    await writes
      .insertInto('methodology_sign_offs')
      .values({
        ...row,
        sign_off: canonicalJson(signOff as unknown as JsonValue),
        recorded_at: context.clock(),
      })
      .execute();
    await recordAct(context, writes, actor, 'methodology.sign_off', digest, null, row);
  });
}

async function enrolledKey(writes: Writes, { signature }: SignOff) {
  const key = await provedRow(writes, 'officer_keys', () =>
    writes.selectFrom('officer_keys').selectAll().where('key_id', '=', signature.key_id).executeTakeFirst(),
  );
  if (key === undefined) throw new Refusal('conflict', `The sign-off ${REFUSED_SIGN_OFFS.unknown_key}.`);
  if (key.retired_at === null) return key;
  throw new Refusal('conflict', `The sign-off was made with the key ${key.key_id}, which is retired.`);
}

async function requireUnsigned(writes: Writes, digest: string): Promise<void> {
  const signed = await writes
    .selectFrom('methodology_sign_offs')
    .select('key_id')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (signed) throw new Refusal('conflict', `This framework is already signed, with ${signed.key_id}.`);
}

const TEXTS = ['digest', 'effective_from', 'framework_version', 'name', 'role', 'signed_at', 'public_key'];
const SIGNATURE_TEXTS = ['algorithm', 'key_id', 'value'];

function readSignOff(value: unknown): SignOff {
  const problems = [
    ...formProblems(value, '', TEXTS, ['signature']),
    ...formProblems((value as { signature?: unknown } | null)?.signature, '/signature', SIGNATURE_TEXTS, []),
  ];
  if (problems.length > 0) throw new Refusal('validation_failed', 'This is not a valid sign-off.', problems);
  return value as SignOff;
}

function formProblems(value: unknown, place: string, texts: string[], others: string[]): RefusalDetail[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ place, code: 'not_an_object', message: 'must be an object' }];
  }
  const members = value as Record<string, unknown>;
  const unknown = Object.keys(members).filter((name) => !texts.includes(name) && !others.includes(name));
  return [
    ...texts
      .filter((name) => typeof members[name] !== 'string')
      .map((name) => ({ place: `${place}/${name}`, code: 'not_a_text', message: 'must be a string' })),
    ...unknown.map((name) => ({
      place: `${place}/${name}`,
      code: 'unknown_member',
      message: 'is not a member of a sign-off',
    })),
  ];
}

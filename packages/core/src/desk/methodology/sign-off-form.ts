// Validates the structure of a sign-off, which is untrusted input, before its signature is checked.

import type { SignOff } from '@rf-indicators/engine';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';

const TEXTS = ['digest', 'effective_from', 'framework_version', 'name', 'role', 'signed_at', 'public_key'];
const SIGNATURE_TEXTS = ['algorithm', 'key_id', 'value'];

export function readSignOff(value: unknown): SignOff {
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

import { Refusal } from '../context/refusal.ts';

/** Line breaks and the like, and marks that turn the direction of the text around a name. */
const NOT_IN_NAMES = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Checks a name of a person, workspace or key, and returns it without surrounding spaces. */
export function readName(text: string, longest: number): string {
  const name = text.trim();
  if (name !== '' && name.length <= longest && !NOT_IN_NAMES.test(name)) return name;
  throw new Refusal(
    'validation_failed',
    `A name must be one line of 1 to ${longest} characters, without marks of direction.`,
  );
}

/** A reason that goes on record must say something. */
export function readReason(text: string): string {
  const reason = text.trim();
  if (reason !== '') return reason;
  throw new Refusal('validation_failed', 'Give a reason, for the record.');
}

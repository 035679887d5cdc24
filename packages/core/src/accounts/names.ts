import { Refusal } from '../context/refusal.ts';

/** Checks a name of a person, workspace or key, and returns it without surrounding spaces. */
export function readName(text: string, longest: number): string {
  const name = text.trim();
  if (name !== '' && name.length <= longest && !/\p{Cc}/u.test(name)) return name;
  throw new Refusal('validation_failed', `A name must be one line of 1 to ${longest} characters.`);
}

/** A reason that goes on record must say something. */
export function readReason(text: string): string {
  const reason = text.trim();
  if (reason !== '') return reason;
  throw new Refusal('validation_failed', 'Give a reason, for the record.');
}

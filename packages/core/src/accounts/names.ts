import { Refusal } from '../context/refusal.ts';

/** What people and things are called: one line of text that says something. */
export function readName(text: string, longest: number): string {
  const name = text.trim();
  if (name !== '' && name.length <= longest && !/\p{Cc}/u.test(name)) return name;
  throw new Refusal('validation_failed', `A name must be one line of 1 to ${longest} characters.`);
}

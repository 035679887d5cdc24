// Collects what is wrong with a document, each with its place as a JSON pointer.

import { characterProblem } from '@rf-indicators/contract/plain-text';
import type { RefusalDetail } from '../context/refusal.ts';

/** More would not help whoever corrects the document. */
const MOST_DETAILS = 100;

export class Checker {
  readonly details: RefusalDetail[] = [];

  get isFull(): boolean {
    return this.details.length >= MOST_DETAILS;
  }

  that(holds: boolean, place: string, code: string, message: string): void {
    if (!holds && !this.isFull) this.details.push({ place, code, message });
  }

  /** Whether it is an object with exactly these members. */
  object(
    value: unknown,
    place: string,
    members: readonly string[],
  ): value is Record<(typeof members)[number], unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.that(false, place, 'type', 'must be an object');
      return false;
    }
    const missing = members.filter((member) => !Object.hasOwn(value, member));
    for (const member of missing) this.that(false, `${place}/${member}`, 'required', 'is required');
    for (const member of Object.keys(value)) {
      const pointer = member.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
      const isKnown = members.includes(member);
      this.that(isKnown, `${place}/${pointer}`, 'unknown_member', 'is not a member of this document');
    }
    return missing.length === 0;
  }

  list(value: unknown, place: string, most: number): value is unknown[] {
    const isList = Array.isArray(value) && value.length <= most;
    this.that(isList, place, 'list', `must be a list of at most ${most}`);
    return isList;
  }

  /** A single line that says something. */
  line(value: unknown, place: string, longest: number): void {
    const isText = typeof value === 'string' && value.trim() !== '' && value.length <= longest;
    this.that(isText, place, 'text', `must be a text of 1 to ${longest} characters`);
    const problem = isText ? characterProblem(value, 'line') : null;
    this.that(problem === null, place, 'control_character', problem ?? '');
  }
}

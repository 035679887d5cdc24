// What the title row of the entry grid says, and which field has the focus next.

import type { Person } from '../../api/session.ts';
import { plural } from '../../ui/words.ts';
import type { Cell } from './draft.ts';
import type { Faults } from './faults.ts';

/** Why nothing can be proposed; null if it can. */
export function reasonNot({ name, roles }: Person, values: number): string | null {
  if (!roles.includes('analyst')) return `Proposing requires the analyst role, which ${name} does not have.`;
  return values === 0 ? 'Fill in at least one value.' : null;
}

/** The first value of a new document can be typed at once. */
export function focusNext(cell: Cell): void {
  requestAnimationFrame(() => {
    const fields = document.querySelectorAll<HTMLInputElement>(`[data-row] [data-cell="${cell}"]`);
    [...fields].find(({ value }) => value === '')?.focus();
  });
}

/** In the title row, so that nothing moves while somebody types. */
export function faultNote({ count }: Faults, isRefused: boolean): string | null {
  if (count === 0) return null;
  const problems = plural(count, 'problem');
  return isRefused
    ? `Nothing was proposed: ${problems}, each beside its field.`
    : `${problems}, each beside its field.`;
}

// The names by which a position of an uploaded file is found again.

import { fold } from '@rf-indicators/contract/fold';
import type { BookPosition } from '../contents.ts';

type Named = Pick<BookPosition, 'id' | 'name' | 'currency' | 'group'>;

/** Two positions without references that agree in this are the same one. */
export function nameKey({ name, currency, group }: Omit<Named, 'id'>): string {
  return JSON.stringify([fold(name), currency, group === null ? null : fold(group)]);
}

/** The id of a position without a reference. */
export function idFromName({ name, currency, group }: Omit<Named, 'id'>): string {
  return [name, currency, ...(group === null ? [] : [group])].map(fold).join(' / ');
}

/** Several positions of one name, currency and group are numbered. */
export function isFromName(position: Named): boolean {
  return position.id.replace(/ \(\d+\)$/, '') === idFromName(position);
}

/** The id itself, or the first of "id (2)", "id (3)" and so on that is not taken. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id} (${number})`)) number += 1;
  return `${id} (${number})`;
}

// Shows more to people who may read it. Without an answer to who reads, the page stays as it is for everyone.

import type { Entitlement } from '@rf-indicators/contract';
import type { Reader } from '@rf-indicators/contract/console';
import { send } from '../../api/send.ts';
import { el } from '../dom/elements.ts';
import { readerOfPage } from '../header/reader.ts';

/** Shows more in the place of the page that has this attribute, to people who may read it. */
export async function showToReader(
  attribute: string,
  show: (place: HTMLElement, slug: string, mayRead: readonly Entitlement[]) => Promise<void>,
): Promise<void> {
  const place = document.querySelector<HTMLElement>(`[${attribute}]`);
  const reader = place === null ? null : await readerOfPage();
  if (place === null || !reader?.signed_in) return;
  if (reader.refusal !== null) showRefusal(place, reader.refusal);
  else await show(place, place.dataset.slug!, reader.may_read);
}

const WAYS_ON: Readonly<Record<string, readonly [href: string, label: string]>> = {
  insufficient_tier: ['/access', 'See the tiers'],
  terms_not_accepted: ['/console', 'Open the console'],
  insufficient_role: ['/desk', 'Open the desk'],
};

/** Says why nothing more is shown, and the way on. The outline of what there is stays below it. */
function showRefusal(place: HTMLElement, { code, detail }: NonNullable<Reader['refusal']>): void {
  const [href, label] = WAYS_ON[code] ?? WAYS_ON.insufficient_tier!;
  const reason = el('p', { class: 'entitled-refusal' }, `${detail} `, el('a', { href }, label));
  place.querySelector('h2')?.after(reason);
  if (!reason.isConnected) place.prepend(reason);
}

const READS = '/api/console/v1';

/** Reads what the person of the session is entitled to. */
export function read<T>(path: string): Promise<T> {
  return send<T>('GET', `${READS}${path}`);
}

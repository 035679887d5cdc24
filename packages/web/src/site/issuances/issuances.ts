// Upcoming issuances: a table, then a calendar of their dates.

import type { Issuance, IssuanceList } from '@rf-indicators/contract';
import { bandChip } from '../../charts/bands.ts';
import { count, plural, utcDate } from '../../ui/format.ts';
import { el, figure, head, made, row } from '../dom/elements.ts';
import { fill, part } from '../entitled/part.ts';
import { read } from '../entitled/reader.ts';
import { calendar } from './calendar.ts';

export async function showIssuances(place: HTMLElement): Promise<void> {
  const all = el('div');
  place.setAttribute('aria-busy', 'true');
  const shown = el('div', { class: 'entitled-parts' }, all);
  await fill(all, async () => parts(await readAll()));
  place.removeAttribute('aria-busy');
  place.replaceChildren(shown);
}

async function readAll(): Promise<Issuance[]> {
  const found: Issuance[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const list: IssuanceList = await read<IssuanceList>(`/issuances?limit=100${more}`);
    found.push(...list.data);
    cursor = list.next_cursor;
  } while (cursor !== null);
  return found;
}

function parts(issuances: readonly Issuance[]): HTMLElement {
  if (issuances.length === 0)
    return part('None announced', el('p', {}, 'No issuance is announced or being priced now.'));
  return el('div', {}, list(issuances), calendar(issuances, Date.now()));
}

const STATES: Readonly<Record<string, string>> = { ANNOUNCED: 'Announced', PRICING: 'Being priced' };
const TYPES: Readonly<Record<string, string>> = { preferred_share: 'Preferred share', bond: 'Bond' };

function list(issuances: readonly Issuance[]): HTMLElement {
  const rows = issuances.map((issuance) =>
    row([
      el('th', { scope: 'row' }, nameOf(issuance), el('p', { class: 'muted' }, issuance.issuer_name)),
      el('td', {}, TYPES[issuance.type] ?? issuance.type),
      el('td', {}, STATES[issuance.status] ?? issuance.status),
      figure(amountOf(issuance), { 'data-label': 'Amount' }),
      figure(issuance.coupon_rate?.toFixed(2) ?? '·', { 'data-label': 'Rate, %' }),
      figure(dateOf(issuance.pricing_on), { 'data-label': 'Pricing' }),
      figure(dateOf(issuance.settles_on), { 'data-label': 'Settles' }),
      el('td', {}, ...issuerOf(issuance)),
    ]),
  );
  const names = ['Issuance', 'Kind', 'State', '>Amount', '>Rate, % a year', '>Pricing', '>Settles', 'Issuer'];
  return part(
    `${plural(issuances.length, 'issuance')} ahead`,
    el('table', { class: 'cards' }, head(names), el('tbody', {}, ...rows)),
  );
}

function nameOf({ name, identifiers, source_url }: Issuance): HTMLElement | string {
  const known = identifiers.map(({ value }) => value).join(', ');
  const text = known === '' ? name : `${name} (${known})`;
  return source_url === null ? text : el('a', { href: source_url, rel: 'noreferrer' }, text);
}

function amountOf({ amount, currency }: Issuance): string {
  return amount === null ? '·' : `${count(amount)} ${currency}`;
}

function dateOf(date: string | null): string {
  return date === null ? '·' : utcDate(date);
}

function issuerOf({ final_score, risk_band, stale }: Issuance): (Node | string)[] {
  if (final_score === null || risk_band === null) return ['no score'];
  return [made(bandChip(risk_band)), ` ${final_score.toFixed(2)}${stale ? ', stale' : ''}`];
}

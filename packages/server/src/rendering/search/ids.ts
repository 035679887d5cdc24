// Verification ids, provider ids and change ids, by their beginning. People paste them from papers, mails and logs, also in
// lower case and without hyphens.

import type { ResultGroup, SearchResult } from '@rf-indicators/contract/search';
import { shortDay } from '../pages/page-words.ts';
import { publishedIndicators, stateOf } from '../published-indicators.ts';
import type { Reading } from '../reading.ts';
import { nameInLine, scoreInWords } from '../wire/one-line-texts.ts';
import { changeResult } from './changes.ts';

/** Letters of an id, which is 26 of them after RF. */
const VERIFICATION_ID = /^RF([0-9A-Z]{4,26})$/;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Where the groups of an id begin. */
const GROUPS = [0, 5, 10, 15, 20];
/** The beginning of a UUID. Fewer digits could be a word or a number. */
const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{0,4}){0,3}-?[0-9a-f]{0,12}$/;
const HEXADECIMAL = '0123456789abcdef';
const UUID_GROUPS = [0, 8, 12, 16, 20];

/** At most one group. */
export async function findIds(reading: Reading, query: string, most: number): Promise<ResultGroup[]> {
  const results = [
    ...(await verificationIds(reading, query, most)),
    ...(await uuids(reading, query.toLowerCase(), most)),
  ].slice(0, most);
  return results.length === 0 ? [] : [{ kind: 'id', rank: 0, results }];
}

async function verificationIds({ db, names }: Reading, query: string, most: number): Promise<SearchResult[]> {
  // Letters that are easily confused are not used in ids.
  const typed = query.toUpperCase().replaceAll(/[\s-]/g, '');
  const symbols = VERIFICATION_ID.exec(typed)?.[1]?.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (symbols === undefined || [...symbols].some((symbol) => !CROCKFORD.includes(symbol))) return [];
  const prefix = `RF-${grouped(symbols, GROUPS)}`;
  let rows = publishedIndicators(db)
    .where('indicators.verification_id', '>=', prefix)
    .orderBy('indicators.verification_id')
    .limit(most);
  const end = following(prefix, CROCKFORD);
  if (end !== null) rows = rows.where('indicators.verification_id', '<', end);
  const index = await names();
  return (await rows.execute())
    .filter(({ verification_id }) => verification_id.startsWith(prefix))
    .map((row) => ({
      title: row.verification_id,
      address: `/verify/${row.verification_id}`,
      text: [
        [
          nameInLine(index.byId(row.provider_id)?.name ?? ''),
          scoreInWords(row.risk_band, row.final_score),
          `published on ${shortDay(row.published_at)}`,
          ...laterInWords(row),
        ].join(' · '),
      ],
    }));
}

/** What a reader must know of a score that is not the current one. */
function laterInWords(row: Parameters<typeof stateOf>[0] & { stale_since: number | null }): string[] {
  const state = stateOf(row);
  if (state === 'corrected') return ['corrected later'];
  if (state !== 'current') return [state];
  return row.stale_since === null ? [] : ['stale'];
}

/** Of providers and of changes. */
async function uuids(reading: Reading, typed: string, most: number): Promise<SearchResult[]> {
  if (!UUID.test(typed)) return [];
  const prefix = grouped(typed.replaceAll('-', ''), UUID_GROUPS);
  const providers = (await reading.names()).byIdPrefix(prefix).slice(0, most);
  let changes = reading.db
    .selectFrom('changelog')
    .selectAll()
    .where('id', '>=', prefix)
    .orderBy('id')
    .limit(most);
  const end = following(prefix, HEXADECIMAL);
  if (end !== null) changes = changes.where('id', '<', end);
  const rows = (await changes.execute()).filter(({ id }) => id.startsWith(prefix));
  return [
    ...providers.map(({ name, slug, id }) => ({
      title: nameInLine(name),
      address: `/providers/${slug}`,
      text: [`Provider with the id ${id}`],
    })),
    ...rows.map(changeResult),
  ];
}

function grouped(symbols: string, starts: readonly number[]): string {
  return starts
    .map((from, at) => symbols.slice(from, starts[at + 1]))
    .filter((group) => group !== '')
    .join('-');
}

/** The first text after all that begin with this one; null if there is none. */
function following(prefix: string, letters: string): string | null {
  for (let at = prefix.length - 1; at >= 0; at -= 1) {
    const next = letters[letters.indexOf(prefix[at]!) + 1];
    if (letters.includes(prefix[at]!) && next !== undefined) return prefix.slice(0, at) + next;
  }
  return null;
}

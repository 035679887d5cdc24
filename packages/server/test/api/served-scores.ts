// The demo's scores as a running service serves them, and how lists of them are sorted.

import { until } from '../../../../test/support/until.ts';
import { apiReader } from './api-reader.ts';

export interface Row {
  id: string;
  slug: string;
  name: string;
  planner_type: string;
  risk_band: string;
  final_score: number;
  scored_at: string;
  verification_id: string;
  corrected_by: string | null;
}

export interface HistoryRow {
  verification_id: string;
  kind: string;
  published_at: string;
  scored_at: string;
  supersedes: string | null;
  corrects: string | null;
  corrected_by: string | null;
  state: string;
  stale: boolean;
  stale_reason: string | null;
  final_score: number;
  uncapped_score: number;
}

export const LIST = '/api/v1/scores';

export async function serveScores() {
  const reader = await apiReader();
  const { api, key, get } = reader;
  const rowsOf = async (query = ''): Promise<Row[]> => (await get(`${LIST}${query}`)).json.data;
  const historyOf = async (provider: string): Promise<HistoryRow[]> =>
    (await get(`${LIST}/${provider}/history?limit=1000`)).json.data;
  const seen = (id: string, verificationId: string) =>
    until(`${verificationId} is served`, async () => {
      const { json } = await api.get(`${LIST}/${id}`, key);
      return json.verification_id === verificationId;
    });
  return { ...reader, rowsOf, historyOf, seen };
}

/** By code points, from the texts alone. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  for (let at = 0; at < Math.min(x!.length, y!.length); at += 1) {
    if (x![at] !== y![at]) return x![at]! - y![at]!;
  }
  return x!.length - y!.length;
}
export const byName = (a: Row, b: Row) => compareNames(a.name, b.name) || compareNames(a.id, b.id);
export const ORDERS: Record<string, (a: Row, b: Row) => number> = {
  name: byName,
  '-name': (a, b) => -byName(a, b),
  final_score: (a, b) => a.final_score - b.final_score || byName(a, b),
  '-final_score': (a, b) => b.final_score - a.final_score || byName(a, b),
  scored_at: (a, b) => Date.parse(a.scored_at) - Date.parse(b.scored_at) || byName(a, b),
  '-scored_at': (a, b) => Date.parse(b.scored_at) - Date.parse(a.scored_at) || byName(a, b),
};
export const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

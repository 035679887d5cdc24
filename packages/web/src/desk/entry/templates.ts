// Files to fill in: an example of a file of providers, and the values of a provider with an example of each.

import { callAct } from '../../api/acts.ts';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';

export async function downloadProviderTemplate(): Promise<void> {
  const { data } = await callAct('templates.providers', {});
  download('providers.csv', 'text/csv', sheetOf(data));
}

export async function downloadInputTemplate(slug: string): Promise<void> {
  const { data } = await callAct('templates.inputs', { providers: [slug] });
  download(`inputs-${slug}.csv`, 'text/csv', sheetOf(data));
}

/** A member of a member has the name of both, as sheets have it: evidence.grade. */
function sheetOf(rows: readonly Record<string, unknown>[]): string {
  const flat = rows.map((row) => new Map(cellsOf('', row)));
  // Rates come first and belong to no provider: the columns of the other rows lead.
  const names = [...new Set(flat.toReversed().flatMap((row) => [...row.keys()]))];
  return csvOf(
    names.map((name) => {
      const text = (row: Map<string, string>) => row.get(name) ?? null;
      return { head: name, text, cell: text };
    }),
    flat,
  );
}

function cellsOf(place: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return [[place, value.join('|')]];
  if (typeof value !== 'object') return [[place, String(value)]];
  return Object.entries(value).flatMap(([name, one]) =>
    cellsOf(place === '' ? name : `${place}.${name}`, one),
  );
}

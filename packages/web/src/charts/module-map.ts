// Providers by modules as a heat map: the darker a cell, the lower its score. The ramp is grey, because colour means a band, and
// modules have none. On phones the modules are numbers, which a list below explains.

import { type Drawing, draw } from './drawing.ts';

interface ModuleScore {
  id: string;
  label: string;
  /** From 0 to 100. */
  score: number;
}

export interface ModuleRow {
  slug: string;
  name: string;
  modules: readonly ModuleScore[];
}

export const MODULES_TITLE = 'Modules side by side';
export const MODULES_NOTE =
  'The score of each module from 0 to 100 before hard rules, higher is safer. The darker a cell, the lower its score.';

const RAMP_STEPS = 6;

export function moduleMap(rows: readonly ModuleRow[]): Drawing {
  // In the order of the framework; a provider that was scored under another one may lack some.
  const labels = new Map(rows.flatMap(({ modules }) => modules.map(({ id, label }) => [id, label] as const)));
  const columns = [...labels];
  const heads = columns.map(([, label], at) =>
    draw(
      'th',
      { scope: 'col' },
      draw('span', { class: 'module-number', 'aria-hidden': 'true' }, String(at + 1)),
      draw('span', { class: 'module-name' }, label),
    ),
  );
  const body = rows.map(({ slug, name, modules }) =>
    draw(
      'tr',
      {},
      draw('th', { scope: 'row' }, draw('a', { href: `/providers/${slug}` }, name)),
      ...columns.map(([id]) => cell(modules.find((module) => module.id === id))),
    ),
  );
  return draw(
    'div',
    { class: 'module-map' },
    draw(
      'table',
      {},
      draw('thead', {}, draw('tr', {}, draw('th', { scope: 'col' }, 'Score of 100.00'), ...heads)),
      draw('tbody', {}, ...body),
    ),
    draw(
      'ol',
      { class: 'module-key', 'aria-hidden': 'true' },
      ...columns.map(([, label]) => draw('li', {}, label)),
    ),
  );
}

/** Phones leave the decimals out: they never round a score up. */
function cell(module: ModuleScore | undefined): Drawing {
  if (module === undefined) return draw('td', { class: 'no-cell' }, '·');
  const [whole = '', decimals = ''] = module.score.toFixed(2).split('.');
  const step = Math.max(1, RAMP_STEPS - Math.floor((module.score * RAMP_STEPS) / 100));
  return draw('td', { class: `heat-${step}` }, whole, draw('span', { class: 'decimals' }, `.${decimals}`));
}

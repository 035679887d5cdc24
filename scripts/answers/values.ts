// Values to ask with for a parameter: valid ones from the demo world, chosen by what the parameter's schema accepts, and
// ones that must be refused.

import type { Parameter, Schema } from './document.ts';
import { tilePaths, type World, type WorldProvider } from './world.ts';

export interface Values {
  valid: string[];
  invalid: string[];
}

const UNKNOWN_UUID = '01890000-0000-7000-8000-000000000000';
const UNKNOWN_ID = 'RF-00000-00000-00000-00000-000000';
const UNKNOWN_SLUG = 'no-such-provider';
const CHANGELOG_KINDS = 'band_change,drift';
const EVENT_TYPES = 'score.published,band.changed';

const DATES = [
  '2000-01-01',
  '2026-02-28',
  '2026-02-28T12:00:00Z',
  '2026-02-28T12:00:00.5%2B02:00',
  '2999-01-01',
];
const INVALID_DATES = [
  'yesterday',
  '2026-13-01',
  '2026-02-30',
  '2026-02-28T12:00:00',
  '2026-02-28T25:00:00Z',
  '2026-02-28T12:00:00+02:00',
  '20260228',
];

/** For a path parameter. `provider` is the one that a request is about, if any. */
export function pathValues({ name, schema }: Parameter, world: World): Values {
  if (accepts(schema, UNKNOWN_ID)) {
    return {
      valid: [...world.indicators, UNKNOWN_ID],
      invalid: ['RF-1', UNKNOWN_ID.toLowerCase(), '%00', '%ZZ'],
    };
  }
  if (accepts(schema, '0/000')) {
    return {
      valid: [...tilePaths(world.treeSize), '0/999', '9/000', `0/000.p/${Math.min(world.treeSize + 1, 255)}`],
      invalid: ['64/000', '0/1', 'x', '0/000.p/0', '0/000.p/256', ''],
    };
  }
  const names = world.providers.flatMap(({ id, slug }) => (name === 'slug' ? [slug] : [slug, id]));
  return {
    valid: [...names, UNKNOWN_SLUG, ...(name === 'slug' ? [] : [UNKNOWN_UUID])],
    invalid: ['No-Such', 'a--b', 'a%20b', '%2e%2e', 'a'.repeat(81), 'a%2Fb', ''],
  };
}

/** For a query parameter of a request about this provider, or about none. */
export function queryValues({ name, schema }: Parameter, world: World, provider?: WorldProvider): Values {
  // Cursors are taken from the answers.
  if (name === 'cursor') return { valid: [], invalid: ['x', '', 'AAAA', 'a'.repeat(1025), '%00'] };
  if (schema.enum)
    return { valid: schema.enum, invalid: ['nonsense', '', `${schema.enum[0]!.toUpperCase()}x`] };
  if (schema.type === 'integer') {
    const { minimum = 1, maximum = 1000 } = schema;
    return {
      valid: [minimum, 3, maximum].map(String),
      invalid: [minimum - 1, maximum + 1, -1, 1.5, 'x', '', '1e2', '%205', '05'].map(String),
    };
  }
  const valid: string[] = [];
  const invalid = ['', 'x'];
  if (accepts(schema, UNKNOWN_ID)) valid.push(...(provider ?? world.providers[0]!).indicators, UNKNOWN_ID);
  if (accepts(schema, UNKNOWN_UUID)) valid.push(...world.providers.map(({ id }) => id), UNKNOWN_UUID);
  if (accepts(schema, '2026-02-28')) {
    valid.push(...DATES, ...(provider ?? world.providers[0]!).publishedAt.flatMap(aroundInstant), world.at);
    invalid.push(...INVALID_DATES);
  }
  if (accepts(schema, EVENT_TYPES)) valid.push('score.changed', EVENT_TYPES);
  if (accepts(schema, CHANGELOG_KINDS)) valid.push('initial', CHANGELOG_KINDS);
  if (valid.length === 0) throw new Error(`There are no values to ask with for the parameter ${name}.`);
  return { valid: [...new Set(valid)], invalid };
}

/** The instant itself, and the last before it. */
function aroundInstant(instant: string): string[] {
  return [instant, new Date(Date.parse(instant) - 1).toISOString()];
}

function accepts(schema: Schema, value: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((part) => accepts(part, value));
  return schema.pattern !== undefined && new RegExp(schema.pattern).test(value);
}

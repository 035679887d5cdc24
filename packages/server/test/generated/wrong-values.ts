// Makes one thing wrong in a value: a member that is missing, unknown, null, of another type, empty, huge or malformed.

import { anyJson, pick, type Random } from './valid-values.ts';

export interface Wrong {
  /** What was done, for a failure. */
  how: string;
  value: unknown;
}

type Path = readonly (string | number)[];

const CONTROL = [
  '\u0000',
  'a\u0000b',
  '\u0007',
  '\u001b[31m',
  '\u0085',
  '\u202e',
  'a\u200bb',
  '\ufeff',
  '\u2028',
  '\ufffe',
];
const LONG = 'z'.repeat(60_000);
const HUGE = [
  Number.MAX_SAFE_INTEGER,
  2 ** 53 + 2,
  -(2 ** 53),
  1e21,
  1e308,
  -1e308,
  8_640_000_000_000_001,
  0.1,
];

/** What is not a text of any format that the documents have: dates, ids, cursors, URLs, keys, notes, base64, JSON. */
const MALFORMED = [
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '+292278994-08-17',
  '0000-00-00',
  'RF-OOOOO-IIIII-LLLLL-UUUUU-000000',
  '00000000-0000-0000-0000-00000000000g',
  Buffer.from('["name","","\\ud800","b"]').toString('base64url'),
  Buffer.from('[1,2,3]').toString('base64url'),
  Buffer.from('{}').toString('base64url'),
  '%',
  'http://',
  'https://[::1',
  'https://user:word@example.org:99999/',
  'javascript:alert(1)',
  'a@b@c',
  'PRIVATE+KEY+name+00000000+AAAA',
  'name+00000000+AAAA',
  'name+zzzz+not base64',
  'example.org\n12\nAAAA\n\n\u2014 x y\n',
  'example.org\n-1\n\n',
  '====',
  'JVBERi0xLjcK',
  '{"a":',
  '../../etc/passwd',
  "' or 1=1 --",
  '-1',
  '1e400',
  'NaN',
  '__proto__',
];

type Change = (random: Random, old: unknown) => { value: unknown } | 'missing';

/** By what each is called in a failure. */
const CHANGES: Record<string, Change> = {
  missing: () => 'missing',
  null: () => ({ value: null }),
  'another type': (random, old) => ({
    value: pick(
      random,
      [1, true, 'text', [], {}, [null], { x: 1 }].filter((one) => typeof one !== typeof old),
    ),
  }),
  empty: (_, old) => ({ value: Array.isArray(old) ? [] : typeof old === 'object' ? {} : '' }),
  huge: (random) => ({ value: pick(random, HUGE) }),
  'control characters': (random, old) => ({
    value: `${typeof old === 'string' ? old : ''}${pick(random, CONTROL)}`,
  }),
  'very long': () => ({ value: LONG }),
  'not in the list': () => ({ value: 'nothing_of_this_name' }),
  malformed: (random) => ({ value: pick(random, MALFORMED) }),
  'any JSON': (random) => ({ value: anyJson(random) }),
  deep: () => ({ value: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) }),
  'many entries': (_, old) => ({
    value: Array.from({ length: 1200 }, () => (Array.isArray(old) ? old[0] : old) ?? 0),
  }),
};

/** One member of the value, at any depth, is changed; or an unknown one is added. */
export function wrongOf(random: Random, valid: unknown, possible: readonly string[]): Wrong {
  const value = structuredClone(valid);
  const places = placesIn(value);
  const missing = possible.filter((name) => !places.some((path) => path.length === 1 && path[0] === name));
  const choice = random(places.length + missing.length + 1);
  if (choice === 0 || !isParent(value)) {
    const name = pick(random, ['unknown', '__proto__', 'constructor', '', 'a/b~c', '\u202e']);
    // Parsed, so that __proto__ is a member like any other.
    const more = JSON.parse(`{${JSON.stringify(name)}:1}`);
    return {
      how: `an unknown member ${JSON.stringify(name)}`,
      value: isParent(value) ? mixed(value, more, name) : more,
    };
  }
  const path = choice <= places.length ? places[choice - 1]! : [missing[choice - places.length - 1]!];
  const how = pick(random, Object.keys(CHANGES));
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], value);
  const last = path.at(-1)!;
  const changed = CHANGES[how]!(random, (parent as Record<string, unknown>)[last]);
  if (changed !== 'missing') (parent as Record<string, unknown>)[last] = changed.value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
  return { how: `/${path.join('/')} ${how}`, value };
}

function mixed(value: object, more: object, name: string): object {
  if (Array.isArray(value)) return [...value, more];
  Object.defineProperty(value, name, {
    value: Object.values(more)[0] ?? 1,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return value;
}

function isParent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The places of all members; of long lists, the first entries. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (!isParent(value)) return [];
  const entries = Array.isArray(value)
    ? [...value.slice(0, 3).entries()]
    : (Object.entries(value).slice(0, 40) as [string, unknown][]);
  return entries.flatMap(([name, part]) => {
    const path = [...at, name];
    return [path, ...placesIn(part, path)];
  });
}

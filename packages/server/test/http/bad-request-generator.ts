// Generates requests that are wrong: nasty texts in paths, queries, headers and bodies.

import fc from 'fast-check';
import type { CallOptions } from '../../../../test/support/api.ts';
import type { OpenApiOperation } from '../../../../test/support/described.ts';
import { anyCharacter } from '../any-character.ts';

/** What has broken other servers, and limits of what is taken here. */
const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '+1',
  '0x10',
  '007',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '9007199254740993',
  '99999999999999999999',
  '-99999999999999999999',
  '1000',
  '1001',
  '\u0000',
  'a\u0000b',
  '\u202e',
  '\ufeff',
  '\u{1f600}',
  'é',
  '../',
  '../../../../etc/passwd',
  '..\\..\\',
  './',
  '//',
  '%00',
  '%2e%2e%2f',
  "' or 1=1 --",
  '"; drop table indicators; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2026-04-01T24:00:00Z',
  '2026-04-01T00:00:60Z',
  '2026-04-01T00:00:00+99:99',
  '2026-04-01T00:00:00 00:00',
  '1970-01-01',
  'RF-00000-00000-00000-00000-000000',
  'RF-OOOOO-IIIII-LLLLL-UUUUU-000000',
  'rf-00000-00000-00000-00000-000000',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'a'.repeat(80),
  'a'.repeat(81),
  'a'.repeat(513),
  'a'.repeat(3000),
  Buffer.from('["name","","a"]').toString('base64url'),
  Buffer.from('["name","","a","b"]').toString('base64url'),
  Buffer.from('["name","","\\ud800","b"]').toString('base64url'),
  Buffer.from('["final_score",1e400,"a","b"]').toString('base64url'),
  Buffer.from('["final_score",null,"a","b"]').toString('base64url'),
  Buffer.from('history:999999999999999').toString('base64url'),
  Buffer.from('changelog:999999999999999').toString('base64url'),
  Buffer.from('usage:999999999999999').toString('base64url'),
  Buffer.from('issuances:999999999999999').toString('base64url'),
  Buffer.from('history:-1').toString('base64url'),
  '0/000',
  '63/000',
  '64/000',
  '0/x999/x999/x999/x999/x999/999',
  'entries/000.p/255',
  'entries/000.p/256',
  '0/000.p/0',
];

/** Bytes that are escaped in a path or a query although no text is written so. */
const RAW = [
  '%',
  '%z',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%00',
  '%2e%2e%2f',
  '%2F',
  '%5c',
  '%25',
  '+',
  '&',
  '=',
  ';',
  '#',
  '?',
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
);
/** Lone halves of pairs have no form in UTF-8. */
const escaped = (value: string) => encodeURIComponent(value.toWellFormed());
const written = fc.oneof(
  { weight: 5, arbitrary: text.map(escaped) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...RAW), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('')),
  },
);

export interface BadRequest extends CallOptions {
  method: string;
  path: string;
}

/** Query parameters: known ones with any value, unknown ones, the same ones again and again. */
function queries(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) },
    { weight: 1, arbitrary: text.map(escaped) },
  );
  return fc
    .array(fc.tuple(name, fc.option(written, { freq: 8 })), { maxLength: 6 })
    .map((pairs) => pairs.map(([key, value]) => (value === null ? key : `${key}=${value}`)).join('&'));
}

function paths(
  template: string,
  samples: Record<string, string>,
  decoratedShare: number,
): fc.Arbitrary<string> {
  const parts = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const good = fc.constant(samples[part.slice(1, -1)]!);
    return fc.oneof({ weight: 2, arbitrary: written }, { weight: 1, arbitrary: good });
  });
  const whole = fc.tuple(...parts).map((texts) => texts.join(''));
  const decorated = fc.tuple(whole, written).map(([path, more]) => `${path}/${more}`);
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: decoratedShare, arbitrary: decorated });
}

/** Visible ASCII and Latin-1: what a client library lets through. */
const headerText = fc
  .oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.constant('x'.repeat(9000)) })
  .map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
const headers = fc.record(
  {
    'x-request-id': headerText,
    'if-none-match': headerText,
    'accept-encoding': headerText,
    'idempotency-key': headerText,
    'x-forwarded-for': headerText,
    accept: headerText,
    'content-type': fc.oneof(
      headerText,
      fc.constantFrom('application/json', 'text/plain', 'application/json;charset=latin1'),
    ),
    range: fc.constantFrom('bytes=0-1', 'bytes=-1', 'nonsense'),
    cookie: headerText,
    expect: fc.constantFrom('100-continue', 'nonsense'),
    'x-http-method-override': fc.constant('DELETE'),
  },
  { requiredKeys: [] },
);

/** fast-check has addresses too, but makes a table of all characters for them, which takes seconds. */
const address = fc
  .tuple(fc.constantFrom('https', 'http'), fc.domain(), fc.string({ unit: anyCharacter, maxLength: 20 }))
  .map(([scheme, domain, rest]) => `${scheme}://${domain}/${encodeURI(rest)}`);

const json = fc.oneof(
  fc.jsonValue({ stringUnit: anyCharacter }).map((value) => JSON.stringify(value)),
  fc
    .record(
      {
        provider_name: fc.oneof(text, fc.jsonValue()),
        provider_url: fc.oneof(text, address, fc.jsonValue()),
        planner_type: fc.oneof(text, fc.constant('btc')),
        contact_email: fc.oneof(text, fc.emailAddress(), fc.jsonValue()),
        message: fc.oneof(text, fc.constant('\ud800'), fc.constant('x'.repeat(2001))),
        __proto__: fc.constant(null),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '{"a":1,"a":2}',
    '{"provider_name":"\\ud800"}',
    '{"__proto__":{"x":1}}',
    '\ufeff{}',
    '1e999',
  ),
  fc.string({ unit: anyCharacter }),
);

/** `samples` are good values of the variables in paths. */
export function requestsTo(
  method: string,
  template: string,
  operation: OpenApiOperation,
  samples: Record<string, string>,
): fc.Arbitrary<BadRequest> {
  const named = (place: string) =>
    (operation.parameters ?? []).flatMap((parameter) =>
      parameter.in === place && parameter.name !== undefined ? [parameter.name] : [],
    );
  const names = named('query');
  const others = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET', 'PROPFIND', 'PURGE', 'HEAD'].filter(
    (other) => other !== method,
  );
  // Where any parameter is let through, what can be wrong is the method and the path.
  const takesAnything =
    [...names, ...named('path')].length === 0 && !template.startsWith('/api/v1/') && method === 'GET';
  const share = takesAnything ? 9 : 1;
  return fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(method) },
        { weight: share, arbitrary: fc.constantFrom(...others) },
      ),
      path: paths(template, samples, share),
      query: fc.option(queries(names), { freq: 5 }),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      key: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: headerText }),
      body: method === 'POST' ? json : fc.option(json, { freq: 1 }).map((given) => given ?? undefined),
    })
    .map(({ path, query, ...rest }) => ({
      ...rest,
      // A client library sends no fragment, and neither can it be told to.
      path: (query === null ? path : `${path}?${query}`).replaceAll(/[#\s]/g, ''),
    }));
}

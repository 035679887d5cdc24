import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, type JsonValue, readJson } from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases, SEED } from './support/counts.ts';

test('canonical JSON reproduces the example of RFC 8785 byte for byte', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  );
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('canonical JSON sorts members by code unit, as in the example of RFC 8785 section 3.2.3', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const sorted = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
  assert.equal(
    sorted,
    JSON.stringify(
      Object.fromEntries(
        ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'].map((name) => [name, 0]),
      ),
    ).replace(/^\{"1":0,"\\r":0/, '{"\\r":0,"1":0'),
  );
});

test('canonical JSON refuses values without a canonical form', () => {
  assert.throws(() => canonicalJson('\ud800'), TypeError);
  assert.throws(() => canonicalJson({ '\udc00': 1 }), TypeError);
  assert.throws(() => canonicalJson(Number.POSITIVE_INFINITY), TypeError);
});

test('canonical JSON parses to the same value and does not depend on the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value as JsonValue);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      assert.equal(canonicalJson(JSON.parse(text)), text);
    }),
    { numRuns: cases(200, 10_000), seed: SEED },
  );
});

test('duplicate members are reported with their pointers', () => {
  const duplicates = (text: string) => readJson(text).duplicates;
  assert.deepEqual(duplicates('{"a":1,"a":2}'), ['/a']);
  assert.deepEqual(duplicates('[{"x":{"b":1,"c":[{}],"b":2}},{"b":1}]'), ['/0/x/b']);
  assert.deepEqual(duplicates('{"a":1,"\\u0061":2}'), ['/a'], 'an escaped name is the same name');
  assert.deepEqual(duplicates('{"a/b":1,"a/b":2,"~":1,"~":1}'), ['/a~1b', '/~0']);
  assert.deepEqual(duplicates('{"a":{"a":"a"},"b":["a","a",{"a":"}{\\"a"}]}'), []);
  assert.deepEqual(duplicates('{"__proto__":1,"__proto__":2}'), ['/__proto__']);
  assert.deepEqual(duplicates('{"a":"\\\\","a":"\\\\\\""}'), ['/a']);
  assert.throws(() => readJson('{"a":1,}'), SyntaxError);
});

test('no duplicates are reported in text without any, and an added one is found', () => {
  const value = fc.jsonValue({ stringUnit: 'binary' });
  fc.assert(
    fc.property(
      value,
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 2 }),
      (inner, name, indent) => {
        const text = JSON.stringify([{ first: inner }, inner], null, indent);
        assert.deepEqual(readJson(text).duplicates, []);
        const doubled = `[${text},{${JSON.stringify(name)}:1,"other":${text},${JSON.stringify(name)}:2}]`;
        assert.equal(readJson(doubled).duplicates.length, name === 'other' ? 2 : 1);
      },
    ),
    { numRuns: cases(200, 5000), seed: SEED },
  );
});

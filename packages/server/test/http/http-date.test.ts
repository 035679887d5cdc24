import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHttpDate } from '../../src/http/http-date.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const at = (text: string) => parseHttpDate(text, NOW);

test('the three forms of RFC 9110 name the same instant', () => {
  const instant = Date.parse('1994-11-06T08:49:37Z');
  assert.equal(at('Sun, 06 Nov 1994 08:49:37 GMT'), instant);
  assert.equal(at('Sunday, 06-Nov-94 08:49:37 GMT'), instant);
  assert.equal(at('Sun Nov  6 08:49:37 1994'), instant);
});

test('what toUTCString writes is read back', () => {
  for (let day = 0; day < 800; day += 1) {
    const instant = NOW - (NOW % 1000) - day * 86_400_000 + day * 1000;
    assert.equal(at(new Date(instant).toUTCString()), instant);
  }
});

test('two digits name a year that is at most fifty years ahead', () => {
  assert.equal(at('Sunday, 01-Nov-76 00:00:00 GMT'), Date.parse('2076-11-01T00:00:00Z'));
  assert.equal(at('Sunday, 01-Nov-77 00:00:00 GMT'), Date.parse('1977-11-01T00:00:00Z'));
});

test('anything else is not a date', () => {
  for (const text of [
    '',
    'yesterday',
    '2026-11-15T12:00:00Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 2026 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    'Sun, 06 Nov 1994 08:60:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    ' Sun, 06 Nov 1994 08:49:37 GMT',
  ]) {
    assert.equal(at(text), null, text);
  }
});

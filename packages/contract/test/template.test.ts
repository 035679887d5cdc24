import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillFirst, fillTemplate, namesIn } from '@rf-indicators/contract/template';

const formats = {
  count: (value: unknown, noun: string) => `${value} ${noun}`,
  nothing: () => null,
};

function fill(template: string, values: unknown): string | null {
  return fillTemplate(template, values, formats);
}

test('values, alternatives and formats', () => {
  const values = { name: 'Ada', after: { name: 'Bea', roles: ['a', 'b'], settings: { x: 1 } }, n: 0 };
  assert.equal(fill('{name} is {after.name}', values), 'Ada is Bea');
  assert.equal(fill('{before.name ?? name}', values), 'Ada');
  assert.equal(fill('{before.name ?? "nobody"}', values), 'nobody');
  assert.equal(fill('{after.roles}, {after.settings}', values), 'a, b, {"x":1}');
  assert.equal(fill('{n|count input}', values), '0 input');
});

test('a part in brackets is left out if one of its values is missing, and so is the whole text', () => {
  assert.equal(fill('Renamed {name}[ to {after.name}]', { name: 'Ada', after: null }), 'Renamed Ada');
  assert.equal(fill('Set[[ from {before}] to {after}]', { after: 'FREE' }), 'Set to FREE');
  assert.equal(fill('Set[[ from {before}] to {after}]', { before: 'FREE' }), 'Set');
  for (const value of [undefined, null, '', []]) assert.equal(fill('{value}', { value }), null);
  assert.equal(fill('{value|nothing}', { value: 1 }), null);
  assert.equal(fillFirst(['{a}', 'b'], {}, formats), 'b');
});

test('conditions', () => {
  const template = '[{if at}claimed][{unless at}open][{if kind = "x"}, x][{unless one = other}, changed]';
  assert.equal(fill(template, { at: 1, kind: 'x', one: 1, other: 1 }), 'claimed, x');
  assert.equal(fill(template, { at: null, one: 1, other: 2 }), 'open, changed');
  for (const value of [false, 0, []]) assert.equal(fill('{unless value}none', { value }), 'none');
});

test('text from outside is not read as a template', () => {
  assert.equal(fill('{name}', { name: '{secret}[x]' }), '{secret}[x]');
});

test('the names in a template can be checked, and brackets without a partner are an error', () => {
  assert.deepEqual(namesIn('[{a ?? b.c|count x}]{if d = e}{unless f = "g"}'), {
    paths: ['a', 'b.c', 'd', 'e', 'f'],
    formats: ['count'],
  });
  assert.throws(() => fill('[a', {}), /partner/);
  assert.throws(() => fill('a]', {}), /partner/);
});

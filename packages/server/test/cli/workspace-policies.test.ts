// rf policy on the store of this machine: from a file to a version that decides, by two people.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { createBook } from '@rf-indicators/core/books/books';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { parse, stringify } from 'yaml';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { announce, nextFramework } from '../../../../test/support/next-framework.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { publishedPlace } from '../../../../test/support/world.ts';
import { customer, officeOf } from '../http/customers.ts';
import { envOf, programOf, runCommand } from './run-command.ts';

const { location: place, world } = await publishedPlace('sqlite', wholeFile);
const office = await officeOf(place, wholeFile);
const ada = await customer(office, 'PROFESSIONAL');
const add = async (name: string, role: 'risk_officer' | 'viewer') =>
  (await addMember(office.desk, ada, { name, role })).token;
const [rio, roy, vera] = [
  await add('Rio', 'risk_officer'),
  await add('Roy', 'risk_officer'),
  await add('Vera', 'viewer'),
];

const folder = temporaryFolder(wholeFile);
const program = await programOf('policy');

async function rf(token: string, ...args: string[]): Promise<string> {
  const env = { ...envOf(place), RF_TOKEN: token };
  return (await runCommand(program, ['policy', ...args], { env })).out.join('\n');
}

function fileOf(name: string, document: object): string {
  const file = join(folder, name);
  writeFileSync(file, name.endsWith('.json') ? JSON.stringify(document) : stringify(document));
  return file;
}

test('a file becomes a draft, waits for a second person, and decides', async () => {
  assert.equal(await rf(vera, 'list'), 'There is no policy yet. To save one: rf policy save FILE');
  const document = policyDocument({ exceptions: ['brindlewick-vaults'] });
  const saved = await rf(rio, 'save', fileOf('policy.yaml', document));
  assert.match(
    saved,
    /^lender: version 1 saved, [0-9a-f]{64}\nTo ask for its activation, which takes two people: rf/,
  );
  const asked = await rf(rio, 'ask', 'lender');
  const [, digest = ''] = /rf policy activate lender --digest ([0-9a-f]{64})$/.exec(asked) ?? [];
  const waiting = await rf(roy, 'show', 'lender');
  assert.match(waiting, /^1 +asked +\S+ +Rio +[0-9a-f]{64}$/m);
  assert.match(
    waiting,
    /^Version 1 takes two people, because it has exceptions that the active version does not have\.$/m,
  );
  await assert.rejects(rf(rio, 'activate', 'lender', '--digest', digest), { code: 'conflict' });
  assert.equal(await rf(roy, 'activate', 'lender', '--digest', digest), 'lender: version 1 is active');
  assert.match(await rf(vera, 'list'), /^lender +1 +\S+ +[0-9a-f]{64}$/m);
  assert.deepEqual(parse(await rf(vera, 'show', 'lender', '--document')), { ...document, version: 1 });
});

test('what lint finds is printed when a draft is saved, and what is not valid is refused with its place', async () => {
  const document = policyDocument({ name: 'odd' });
  const [rule] = document.rules;
  const always = { ...rule, when: { value: 'score', is: 'at_most', to: '100.00' } };
  const never = { ...rule, when: { all: [always.when, { not: always.when }] } };
  const odd = fileOf('odd.json', { ...document, rules: [never] });
  assert.match(await rf(rio, 'save', odd), /\n {2}\/rules\/0 The rule "low_score" can never hold\.\n/);
  const wrong = fileOf('wrong.json', { ...document, scope: 7 });
  await assert.rejects(rf(rio, 'save', wrong), (error: Refusal) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual(
      [error.code, error.details.map(({ place: where }) => where)],
      ['validation_failed', ['/scope']],
    );
    return true;
  });
});

test('four eyes and the shadow are switched by options', async () => {
  await rf(rio, 'save', fileOf('other.yaml', policyDocument({ name: 'other' })));
  assert.equal(await rf(rio, 'shadow', 'other'), 'other: version 1 is decided in the shadow');
  assert.equal(
    await rf(rio, 'shadow', 'other', '--off'),
    'other: version 1 is no longer decided in the shadow',
  );
  assert.equal(await rf(rio, 'change-settings', '--second-person', 'always'), 'Changed');
  assert.equal(await rf(vera, 'settings'), 'Every activation takes two people');
  assert.match(
    await rf(rio, 'change-settings', '--second-person', 'for_exceptions'),
    /^Asked: a second person/,
  );
  assert.equal(
    await rf(vera, 'settings'),
    'Every activation takes two people\nRio asked that one person is enough again, which takes a second person',
  );
  assert.equal(await rf(roy, 'change-settings', '--second-person', 'for_exceptions'), 'Changed');
});

test('a policy about a book says so, and takes the right to see it', async () => {
  const { desk, masterKey } = office;
  const reader = await authenticateMember(desk, rio);
  const { id: book } = await createBook(desk, masterKey, reader, { name: 'Treasury', currency: 'EUR' });
  const [provider] = await desk.store.db
    .selectFrom('served_indicators')
    .select(['provider_id', 'name'])
    .execute();
  const contents = contentsOf([positionOf('a', '5', { provider: provider!.provider_id })]);
  await saveVersion(desk, masterKey, reader, { book, contents });
  const file = fileOf('booked.yaml', { ...policyDocument({ name: 'booked', scope: { book } }), version: 1 });
  const about = `It is about the book ${book}: a provider without a position in it is at best REVIEW.`;
  assert.match(await rf(rio, 'lint', file), new RegExp(`: valid, .*\n${about}$`));
  await assert.rejects(rf(roy, 'save', file), { code: 'insufficient_role' });
  assert.match(await rf(rio, 'save', file), /^booked: version 1 saved/);
  assert.match(await rf(vera, 'show', 'booked'), new RegExp(`^${about}$`, 'm'));
  const today = `It is about the book ${book}, with the providers that have a position in it today.`;
  const tested = await rf(rio, 'test', 'booked');
  assert.match(tested, new RegExp(`^${today}\nPROVIDER .*\n${provider!.name} [^\n]*$`, 'm'));
  assert.equal(JSON.parse(await rf(rio, 'test', 'booked', '--announced', '--json')).book, book);
  await assert.rejects(rf(vera, 'test', 'booked'), { code: 'insufficient_role' });
  await assert.rejects(rf(roy, 'ask', 'booked'), { code: 'insufficient_role' });
  assert.equal(await rf(rio, 'ask', 'booked'), 'booked: version 1 is active');
});

test('a policy is tried on an announced framework, which it accepts by naming it', async () => {
  const trial = policyDocument({ name: 'trial' });
  await rf(rio, 'save', fileOf('trial.json', trial));
  const tried = () => rf(vera, 'test', 'trial', '--announced');
  assert.match(await tried(), /^No framework is announced that is not in effect yet/);
  const today = { ...world, desk: { ...world.desk, ...office.desk } };
  await announce(today, nextFramework('1.1', '2099-01-01'));
  const first = await tried();
  assert.match(first, /^trial: version 1, under RF Framework v1\.1, in effect from 2099-01-01$/m);
  assert.match(
    first,
    /^The policy does not name this framework, so every score under it would be at best REVIEW\.$/m,
  );
  // The evidence of its only day of publication has aged since.
  assert.match(first, /^under it, if the policy names it +0 +0 +0 +12$/m);
  assert.match(
    first,
    /^12 providers cannot be tested from what is published\n {2}Aldertarn Bills: The evidence/m,
  );
  const frameworks = [...trial.frameworks, 'RF Framework v1.1'];
  await rf(rio, 'save', fileOf('trial.json', { ...trial, frameworks }));
  const second = await tried();
  assert.match(second, /^The policy names this framework\.$/m);
  assert.match(second, /^\d+ decisions? would change$/m);
  const answer = JSON.parse(await rf(vera, 'test', 'trial', '--announced', '--json'));
  assert.equal(answer.announced.is_accepted, true);
  await assert.rejects(
    rf(vera, 'test', 'trial', '--announced', '--since', '2026-04-01'),
    /leave out --since/,
  );
});

// rf books on the store of this machine: from a file to figures, a higher limit by two people, and deletion.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addMember } from '@rf-indicators/core/accounts/members';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../test/support/books.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { foundedPlace } from '../../../../test/support/world.ts';
import { customer, officeOf } from '../http/customers.ts';
import { envOf, programOf, runCommand } from './run-command.ts';

const { location: place } = await foundedPlace('sqlite', wholeFile);
const office = await officeOf(place, wholeFile);
const ada = await customer(office, 'PROFESSIONAL');
const { token: admin } = await addMember(office.desk, ada, { name: 'Ann', role: 'contract_admin' });
const { token: rio } = await addMember(office.desk, ada, { name: 'Rio', role: 'risk_officer' });
const program = await programOf('books');
const folder = temporaryFolder(wholeFile);

async function rf(token: string, ...args: string[]): Promise<string> {
  const env = { ...envOf(place), RF_TOKEN: token };
  return (await runCommand(program, ['books', ...args], { env })).out.join('\n');
}

function fileOf(name: string, document: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

test('a file becomes a version with figures, and a higher limit takes two people', async () => {
  assert.match(await rf(rio, 'list'), /^There is no book that you see\./);
  const created = await rf(rio, 'create', 'Treasury', '--currency', 'EUR');
  const [, book = ''] = /^Created the book (\S+)$/m.exec(created) ?? [];
  const contents = contentsOf([
    positionOf('a', '101.75', { group: 'lending' }),
    positionOf('b', '5', { currency: 'BTC' }),
  ]);
  const saved = await rf(rio, 'save', book, fileOf('book.json', contents), '--effective-on', '2026-01-01');
  assert.equal(saved, 'Version 1 saved: 2 positions, from 2026-01-01 on');
  assert.match(await rf(rio, 'list'), new RegExp(`^${book} +Treasury +EUR +1 `, 'm'));
  assert.match(await rf(admin, 'list'), new RegExp(`^${book} `, 'm'));
  assert.doesNotMatch(await rf(admin, 'list'), /Treasury/);
  assert.deepEqual(JSON.parse(await rf(rio, 'contents', book, '--json')).contents, contents);
  assert.equal(
    await rf(rio, 'show', book),
    [
      'Treasury: 2 names, 2 positions, 101.75 EUR net',
      'No name has a score',
      'Outside the sums: 1 position',
      'All figures: the same command with --json',
    ].join('\n'),
  );
  assert.match(await rf(rio, 'positions', book, '--show', 'outside'), /^b +Name of b .*no_rate *$/m);
  const limits = (most: string) => fileOf('limits.json', limitsOf(limitOf('lending', most)));
  assert.equal(await rf(rio, 'ask-limits', book, limits('100')), 'Active: version 1, 1 limit');
  const asked = await rf(rio, 'ask-limits', book, limits('200'));
  assert.equal(
    asked,
    [
      'Active: version 1, 1 limit',
      'Asked by Rio: version 2, 1 limit. To approve it:',
      `  rf books approve-limits ${book} --number 2`,
    ].join('\n'),
  );
  const approve = ['approve-limits', book, '--number', '2'];
  await assert.rejects(rf(rio, ...approve), { code: 'conflict' });
  await assert.rejects(rf(admin, ...approve), { code: 'insufficient_role' });
  assert.equal(
    await rf(admin, 'give-rights', book, 'Ann', '--rights', 'approve_limits'),
    'Ann: see,approve_limits',
  );
  assert.equal(await rf(admin, ...approve), 'Active: version 2, 1 limit');
  assert.match(await rf(rio, 'rights', book), /^Ann +contract_admin +see,approve_limits .* Ann$/m);
  await assert.rejects(rf(rio, 'delete', book, 'Treasury'), /destroys the key of the book/);
  assert.equal(await rf(rio, 'delete', book, 'Treasury', '--yes'), 'Deleted');
  await assert.rejects(rf(rio, 'show', book), { code: 'not_found' });
});

test('a table is uploaded after it was shown, and only once every question has an answer', async () => {
  const created = await rf(rio, 'create', 'Desk', '--currency', 'EUR');
  const [, book = ''] = /^Created the book (\S+)$/m.exec(created) ?? [];
  const file = join(folder, 'book.csv');
  writeFileSync(file, 'Name;Currency;Amount\r\nAlpha;EUR;1.500\r\nBeta;EUR;-2.250\r\n');
  const unread = await rf(rio, 'upload', book, file);
  assert.match(unread, /^Columns:$/m);
  assert.match(unread, /Is it gross or net\? Say it with --column FIELD=NUMBER, for all columns\./);
  assert.match(unread, /Which sign is the decimal sign\? Say it with --decimal\. \(\., ,\)$/m);
  const read = ['upload', book, file, '--decimal', ','];
  for (const column of ['name=1', 'currency=2', 'net=3']) read.push('--column', column);
  const asked = await rf(rio, ...read, '--yes');
  assert.match(asked, /^1 question without an answer:$/m);
  assert.match(asked, /--answer 'negative:3:net=…' \(outside, as_positive, refuse\)$/m);
  assert.match(await rf(rio, 'list'), new RegExp(`^${book} +Desk +EUR +[^\\d ]`, 'm'));
  const answered = [...read, '--answer', 'negative=outside'];
  const shown = await rf(rio, ...answered);
  assert.match(shown, /^2 positions, together 1500\.00$/m);
  assert.match(shown, /^2 added: the book is empty\nNothing is saved yet\. To save it, add --yes\.$/m);
  assert.match(await rf(rio, ...answered, '--yes'), /^Version 1 saved: 2 positions, from /m);
  writeFileSync(file, 'Name;Currency;Amount\r\nAlpha;EUR;1.750\r\n');
  const second = await rf(rio, ...answered);
  assert.match(second, /^Against version 1: 0 added, 1 removed, 1 changed, 0 unchanged$/m);
  assert.match(second, /^ {2}changed: Alpha, net 1500 to 1750$/m);
  assert.equal(
    await rf(rio, 'find-names', book, 'Alpha'),
    'Alpha: No published provider has this name or identifier, or a similar name.',
  );
});

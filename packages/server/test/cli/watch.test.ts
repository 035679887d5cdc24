// rf watch on the store of this machine: from a file of conditions to a rule that is on, and what is refused.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addMember } from '@rf-indicators/core/accounts/members';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { publishedPlace } from '../../../../test/support/world.ts';
import { customer, officeOf } from '../http/customers.ts';
import { envOf, programOf, runCommand } from './run-command.ts';

const { location: place } = await publishedPlace('sqlite', wholeFile);
const office = await officeOf(place, wholeFile);
const ada = await customer(office, 'PROFESSIONAL');
const { token: rio } = await addMember(office.desk, ada, { name: 'Rio', role: 'risk_officer' });
const { token: vera } = await addMember(office.desk, ada, { name: 'Vera', role: 'viewer' });
const program = await programOf('watch');
const folder = temporaryFolder(wholeFile);

const run = (token: string, ...args: string[]) =>
  runCommand(program, ['watch', ...args], { env: { ...envOf(place), RF_TOKEN: token } });

async function rf(token: string, ...args: string[]): Promise<string> {
  return (await run(token, ...args)).out.join('\n');
}

async function refused(token: string, ...args: string[]): Promise<string> {
  const done = await run(token, ...args).catch((error: Refusal) => error);
  assert.ok(done instanceof Refusal);
  return [done.message, ...done.details.map(({ message }) => message)].join('\n');
}

function fileOf(conditions: object): string {
  const file = join(folder, 'conditions.json');
  writeFileSync(file, JSON.stringify(conditions));
  return file;
}

test('a rule is created off, previewed, switched on and listed', async () => {
  assert.match(await rf(rio, 'rules'), /^There is no rule that you see\./);
  const when = fileOf([{ kind: 'below_score', score: 40 }, { kind: 'limit_breached' }]);
  assert.match(await refused(rio, 'create', '--name', 'Low', '--when', when), /only a book has limits/);
  const created = await rf(
    ...([rio, 'create', '--name', 'Low', '--when', fileOf([{ kind: 'below_score', score: 40 }])] as const),
  );
  const [, rule = ''] = /^Created the rule (\S+), which is off$/m.exec(created) ?? [];
  assert.match(await rf(rio, 'rules'), new RegExp(`^${rule} +Low +off +Rio +0$`, 'm'));
  assert.match(
    await rf(rio, 'preview', '--rule', rule, '--since', new Date().toISOString().slice(0, 10)),
    /^It would have told you nothing\.$/,
  );
  assert.equal(await rf(rio, 'switch', rule, '--on'), 'On');
  assert.match(await rf(vera, 'rules'), new RegExp(`^${rule} +Low +on +Rio +0$`, 'm'));
  assert.match(await refused(vera, 'switch', rule), /requires/i);
  assert.equal(await rf(rio, 'switch', rule), 'Off');
  assert.equal(await rf(rio, 'delete', rule), 'Deleted');
});

test('a channel that leads inside, or has no key of PagerDuty, is refused', async () => {
  const inside = await refused(rio, 'add-slack', '--name', 'x', '--url', 'https://10.0.0.1/services/x');
  assert.match(inside, /private, local or reserved/);
  assert.match(
    await refused(rio, 'add-pagerduty', '--name', 'x', '--routing-key', 'short'),
    /must be 32 letters and digits/,
  );
  assert.match(await refused(vera, 'add-mail', '--name', 'x', '--people', 'Vera'), /requires/i);
  const added = await rf(rio, 'add-mail', '--name', 'Desk', '--people', 'Rio,Vera');
  const [, channel = ''] = /^Added the channel (\S+)$/.exec(added) ?? [];
  assert.match(await rf(rio, 'channels'), new RegExp(`^${channel} +mail +Desk +Rio, Vera +new`, 'm'));
  assert.equal(await rf(rio, 'remove-channel', channel), 'Removed');
});

test('a digest is set in a time zone that there is', async () => {
  assert.match(
    await refused(vera, 'set-digest', '--time-zone', 'Mars/Base'),
    /is not the name of a time zone/,
  );
  assert.match(await rf(vera, 'set-digest', '--every', 'week', '--weekday', 'friday'), /^Every: week$/m);
  assert.match(await rf(vera, 'digest-preview'), /nothing is open/);
});

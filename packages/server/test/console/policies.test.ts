// Policies over HTTP: who may save, activate and stop them, and what takes two people.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ActName } from '@rf-indicators/contract/acts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { exceptionFor, type PolicyParts, policyDocument } from '../../../../test/support/policies.ts';
import { serveSmallStore } from './served.ts';

const served = await serveSmallStore(wholeFile);
const { client, members } = served;
const { contract_admin: ada, risk_officer: rio, developer: dev, viewer: vera } = members.Acorn;
const added = await client.act('members.add', { name: 'Third', role: 'risk_officer' }, ada);
const third = { token: added.json.token as string };

type Who = { token: string };

let policies = 0;
/** Each test has a policy of its own. */
let name = '';

beforeEach(() => {
  policies += 1;
  name = `policy_${policies}`;
});

async function perform(who: Who, act: ActName, input: object) {
  const { status, json, text } = await client.act(act, input, who);
  assert.equal(status, 200, text);
  return json;
}

async function refusal(
  who: Who,
  act: ActName,
  input: object,
): Promise<[status: number, code: string, detail: string]> {
  const { status, json } = await client.act(act, input, who);
  return [status, json.code, json.detail];
}

const save = (who: Who, parts: PolicyParts = {}) =>
  perform(who, 'policies.save', { document: policyDocument({ name, ...parts }) });
const ask = (who: Who) => perform(who, 'policies.ask', { name });
const activate = (who: Who, { digest }: { digest: string }) =>
  perform(who, 'policies.activate', { name, digest });
const read = async (version?: number) =>
  (await perform(vera, 'policies.read', { name, ...(version === undefined ? {} : { version }) })).shown;

/** A version with these exceptions is active. */
async function withActive(exceptions: NonNullable<PolicyParts['exceptions']>): Promise<void> {
  const saved = await save(rio, { exceptions });
  if ((await ask(rio)).state === 'asked') await activate(ada, saved);
}

async function setFourEyes(isOn: boolean): Promise<void> {
  const second_person = isOn ? 'always' : 'for_exceptions';
  await perform(rio, 'policies.change_settings', { second_person });
  if (!isOn) await perform(ada, 'policies.change_settings', { second_person });
}

test('one person activates a policy without exceptions, and the next version replaces it', async () => {
  const first = await save(rio);
  assert.deepEqual([first.version, first.state, first.second_person], [1, 'draft', null]);
  assert.equal((await ask(rio)).state, 'active');
  const second = await save(ada, { below: '70.00' });
  assert.deepEqual([second.version, second.saved_by_name], [2, ada.name]);
  assert.equal((await ask(ada)).state, 'active');
  const replaced = await read(1);
  assert.deepEqual([replaced.state, replaced.document.version], ['replaced', 1]);
  assert.equal(replaced.document.rules[0].when.to, '60.00');
});

test('a policy that is not valid is refused with every problem and its place, and what is odd does not hinder', async () => {
  const document = policyDocument({ name, below: '160.00' });
  const { status, json } = await client.act('policies.save', { document: { ...document, scope: 7 } }, rio);
  assert.deepEqual([status, json.code], [422, 'validation_failed']);
  const pointers = json.errors.map((error: { pointer: string }) => error.pointer).sort();
  assert.deepEqual(pointers, ['/rules/0/when/to', '/scope']);
  const [rule] = document.rules;
  const always = { ...rule, when: { value: 'score', is: 'at_most', to: '100.00' } };
  const never = { ...rule, when: { all: [always.when, { not: always.when }] } };
  const saved = await perform(rio, 'policies.save', { document: { ...document, rules: [never] } });
  assert.deepEqual(
    saved.findings.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/rules/0', 'never_holds']],
  );
  assert.deepEqual((await read()).findings, saved.findings);
});

test('with four eyes, neither who saved a version nor who asked can activate it', async () => {
  await setFourEyes(true);
  const saved = await save(rio);
  assert.equal(saved.second_person, 'four_eyes');
  assert.equal((await ask(ada)).state, 'asked');
  const { digest } = saved;
  assert.deepEqual(await refusal(rio, 'policies.activate', { name, digest }), [
    409,
    'conflict',
    'You saved this version. Another person must decide about it.',
  ]);
  assert.deepEqual(await refusal(ada, 'policies.activate', { name, digest }), [
    409,
    'conflict',
    'You asked for this activation. Another person must decide about it.',
  ]);
  assert.equal((await read()).state, 'asked');
  const active = await activate(third, saved);
  assert.deepEqual([active.state, active.activated_by_name], ['active', 'Third']);
  await setFourEyes(false);
});

test('the second person activates what they read, and nothing that was saved since', async () => {
  const first = await save(rio, { exceptions: ['brindlewick-vaults'] });
  await ask(rio);
  const second = await save(rio, { exceptions: ['brindlewick-vaults', 'foxgrove-trust'] });
  assert.deepEqual([second.version, second.state], [1, 'draft'], 'saving takes the request back');
  await ask(rio);
  const [status, code] = await refusal(ada, 'policies.activate', { name, digest: first.digest });
  assert.deepEqual([status, code], [409, 'conflict']);
  assert.equal((await activate(ada, second)).state, 'active');
});

test('an exception that is new, wider or longer takes two people without four eyes, and removing one does not', async () => {
  const brindlewick = exceptionFor('brindlewick-vaults');
  await withActive([brindlewick]);
  const widened: NonNullable<PolicyParts['exceptions']>[] = [
    [brindlewick, exceptionFor('foxgrove-trust')],
    [{ ...brindlewick, worst_band: 'HIGH' }],
    [{ ...brindlewick, until: '2027-07-01' }],
    [exceptionFor('foxgrove-trust')],
  ];
  for (const exceptions of widened) {
    const saved = await save(rio, { exceptions });
    assert.equal(saved.second_person, 'exceptions', JSON.stringify(exceptions));
    assert.equal((await ask(rio)).state, 'asked');
    const [, code] = await refusal(rio, 'policies.activate', { name, digest: saved.digest });
    assert.equal(code, 'conflict');
  }
  await save(rio, { below: '65.00', exceptions: [brindlewick] });
  assert.equal((await ask(rio)).state, 'active', 'the same exception');
  await save(rio);
  assert.equal((await ask(rio)).state, 'active', 'without it');
  const again = await save(rio, { exceptions: [brindlewick] });
  assert.equal(again.second_person, 'exceptions', 'it is gone from the active version');
});

test('an exception of a version that was stopped counts as new', async () => {
  await withActive(['brindlewick-vaults']);
  assert.equal((await perform(rio, 'policies.stop', { name })).state, 'stopped');
  assert.equal((await save(rio, { exceptions: ['brindlewick-vaults'] })).second_person, 'exceptions');
});

test('one person switches four eyes on, and it takes two to switch it off', async () => {
  await setFourEyes(true);
  const off = { second_person: 'for_exceptions' };
  const asked = await perform(rio, 'policies.change_settings', off);
  assert.deepEqual([asked.second_person, asked.ending_asked_by_name], ['always', rio.name]);
  const [status, code] = await refusal(rio, 'policies.change_settings', off);
  assert.deepEqual([status, code], [409, 'conflict']);
  await save(rio);
  assert.equal((await ask(rio)).state, 'asked', 'it is still on');
  const kept = await perform(ada, 'policies.change_settings', { second_person: 'always' });
  assert.deepEqual([kept.second_person, kept.ending_asked_by], ['always', null], 'the request is taken back');
  await setFourEyes(false);
  assert.equal((await perform(vera, 'policies.settings', {})).second_person, 'for_exceptions');
});

test('with four eyes, a stop takes two people, and can be refused', async () => {
  await withActive([]);
  await setFourEyes(true);
  const asked = await perform(rio, 'policies.stop', { name });
  assert.deepEqual([asked.state, asked.stop_asked_by_name], ['active', rio.name]);
  assert.deepEqual((await refusal(rio, 'policies.stop', { name })).slice(0, 2), [409, 'conflict']);
  const refused = await perform(ada, 'policies.refuse', { name, reason: 'It is needed.' });
  assert.deepEqual([refused.state, refused.stop_asked_by], ['active', null]);
  await perform(ada, 'policies.stop', { name });
  assert.equal((await perform(rio, 'policies.stop', { name })).state, 'stopped');
  assert.equal((await refusal(rio, 'policies.stop', { name }))[1], 'not_found');
  await setFourEyes(false);
});

test('a refused version is a draft again, with the reason, until it is saved or asked for again', async () => {
  await save(rio, { exceptions: ['brindlewick-vaults'] });
  await ask(rio);
  const refused = await perform(ada, 'policies.refuse', { name, reason: 'Too long.' });
  assert.deepEqual([refused.state, refused.refused_reason, refused.asked_by], ['draft', 'Too long.', null]);
  assert.equal((await refusal(ada, 'policies.refuse', { name, reason: 'Again.' }))[1], 'conflict');
  assert.equal((await save(rio)).refused_reason, null);
});

test('a draft is edited in place, an active version is not, and a number is never used twice', async () => {
  const first = await save(rio);
  const edited = await save(ada, { below: '61.00' });
  assert.deepEqual([edited.version, edited.saved_by_name], [1, ada.name]);
  assert.notEqual(edited.digest, first.digest);
  const document = policyDocument({ name, below: '62.00' });
  const stale = await refusal(rio, 'policies.save', { document, seen: first.digest });
  assert.deepEqual(stale.slice(0, 2), [409, 'conflict'], 'somebody changed the draft since');
  await perform(rio, 'policies.save', { document, seen: edited.digest });
  await ask(rio);
  const next = await save(rio, { below: '63.00' });
  assert.deepEqual([next.version, (await read(1)).document.rules[0].when.to], [2, '62.00']);
  await perform(rio, 'policies.discard', { name });
  assert.equal((await refusal(rio, 'policies.ask', { name }))[1], 'conflict', 'there is no draft');
  assert.equal((await save(rio, { below: '63.00' })).version, 3);
  assert.equal((await perform(rio, 'policies.save', { document: { ...document, version: 77 } })).version, 3);
});

test('a viewer and a developer read policies and change none', async () => {
  const { digest } = await save(rio);
  const acts: [ActName, object][] = [
    ['policies.save', { document: policyDocument({ name }) }],
    ['policies.discard', { name }],
    ['policies.ask', { name }],
    ['policies.activate', { name, digest }],
    ['policies.refuse', { name, reason: 'No.' }],
    ['policies.shadow', { name }],
    ['policies.stop', { name }],
    ['policies.change_settings', { second_person: 'always' }],
  ];
  for (const who of [vera, dev]) {
    for (const [act, input] of acts)
      assert.deepEqual((await refusal(who, act, input)).slice(0, 2), [403, 'insufficient_role'], act);
    assert.equal((await perform(who, 'policies.read', { name })).shown.digest, digest);
    const { data } = await perform(who, 'policies.list', {});
    assert.ok(data.some((policy: { name: string }) => policy.name === name));
  }
});

test('another workspace sees nothing, and changes nothing', async () => {
  const { digest } = await save(rio, { exceptions: ['brindlewick-vaults'] });
  await ask(rio);
  const bea = members.Birch.risk_officer;
  assert.deepEqual((await perform(bea, 'policies.list', {})).data, []);
  const acts: [ActName, object][] = [
    ['policies.read', { name }],
    ['policies.discard', { name }],
    ['policies.ask', { name }],
    ['policies.activate', { name, digest }],
    ['policies.shadow', { name }],
    ['policies.stop', { name }],
  ];
  for (const [act, input] of acts)
    assert.deepEqual((await refusal(bea, act, input)).slice(0, 2), [404, 'not_found'], act);
  const [, code] = await refusal(bea, 'policies.read', { name, workspace: 'Acorn' });
  assert.equal(code, 'insufficient_role');
  assert.equal((await read()).state, 'asked');
  const own = await perform(bea, 'policies.save', { document: policyDocument({ name }) });
  assert.equal(own.version, 1);
});

test('the list has the active version and the draft of each policy, and the shadow', async () => {
  await withActive([]);
  await save(rio, { below: '70.00' });
  assert.equal((await perform(rio, 'policies.shadow', { name })).shadow, true);
  assert.equal((await refusal(rio, 'policies.shadow', { name }))[1], 'conflict');
  const { data } = await perform(vera, 'policies.list', {});
  const listed = data.find((policy: { name: string }) => policy.name === name);
  assert.deepEqual(
    [listed.active.version, listed.draft.version, listed.draft.shadow, listed.versions],
    [1, 2, true, 2],
  );
  assert.equal((await perform(rio, 'policies.shadow', { name, off: true })).shadow, false);
  await perform(rio, 'policies.shadow', { name });
  assert.equal((await ask(rio)).shadow, false, 'an active version is not in the shadow');
});

test('members see in the audit trail who saved, asked, activated and refused', async () => {
  const saved = await save(rio, { exceptions: ['brindlewick-vaults'] });
  await ask(rio);
  await activate(ada, saved);
  const { data } = await perform(vera, 'workspaces.audit', {
    action: 'policy.',
    newest_first: true,
    limit: 3,
  });
  assert.deepEqual(
    data.map(
      ({ action, actor_name, after }: { action: string; actor_name: string; after: { policy: string } }) => [
        action,
        actor_name,
        after.policy,
      ],
    ),
    [
      ['policy.activated', ada.name, name],
      ['policy.asked', rio.name, name],
      ['policy.saved', rio.name, name],
    ],
  );
});

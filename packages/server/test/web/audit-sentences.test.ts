// The audit page has a sentence for everything that can be recorded about a workspace.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_DEFINITIONS } from '@rf-indicators/contract';
import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { namesIn } from '@rf-indicators/contract/template';

/** Of members, and of what belongs to their workspace. The other actions are those of staff. */
const ABOUT_WORKSPACES = /^(book|key|policy|webhook|member|sign_in|terms|watch|workspace)\./;

interface Sentences {
  sentenceOf(record: object, nameOf: (subject: string) => string | undefined): string;
}

test('every action that members see has words of its own, whatever its record contains', async () => {
  // The build puts these in.
  const types = Object.entries(EVENT_DEFINITIONS).map(([type, { delivery }]) => ({ type, delivery }));
  Object.assign(globalThis, { __EVENT_TYPES__: types, __AGENT_TOOLS__: [], __OPERATIONS__: {} });
  const file = new URL('../../../web/src/ui/audit-sentences.ts', import.meta.url);
  const { sentenceOf } = (await import(file.href)) as Sentences;
  const content = {
    ...{ name: 'backend', role: 'viewer', email: 'vera@example.org', tier: 'FREE', kind: 'agent' },
    ...{ version: '1.0', host: 'example.org', type: 'band.changed', because: 'gone' },
    ...{ since: 0, deliveries: 1, policy: 'lender', shadow: true, second_person: 'always' },
    ...{ until: 0, replaces: 'x', refused: 'x', discarded: 1, account: 'b@example.org' },
  };
  for (const action of Object.keys(AUDIT_ACTIONS).filter((one) => ABOUT_WORKSPACES.test(one))) {
    const subject = `${action.startsWith('webhook') ? 'webhooks' : 'members'}/1`;
    const read = [AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS].sentence].flat().flatMap(membersIn);
    assert.deepEqual(
      read.filter((member) => !Object.hasOwn(content, member)),
      [],
      `${action}: add what its sentence reads to the content here`,
    );
    const full = { action, subject, subject_name: null, before: content, after: content };
    const bare = { action, subject, subject_name: null, before: null, after: null };
    for (const record of [full, bare]) {
      const sentence = sentenceOf(record, () => undefined);
      assert.match(sentence, /^[A-Z]/, action);
      assert.doesNotMatch(sentence, /undefined|null|NaN|_|\b1 deliveries/, action);
    }
  }
});

/** What a sentence reads of the record before and after. */
function membersIn(template: string): string[] {
  return namesIn(template).paths.flatMap((path) => /^(?:before|after)\.(\w+)/.exec(path)?.[1] ?? []);
}

test('every action of the service has words of its own on the page of the desk', async () => {
  const file = new URL('../../../web/src/ui/audit-sentences.ts', import.meta.url);
  const { sentenceOf } = (await import(file.href)) as { sentenceOf(record: object): string };
  const id = '019f3a4b-0000-7000-8000-000000000001';
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    const content = { name: 'Bo', roles: ['analyst'], act: 'staff.retire', proposals: ['a'], version: '2.0' };
    for (const [before, after] of [
      [content, content],
      [null, null],
    ]) {
      const sentence = sentenceOf({ action, subject: `x/${id}`, subject_name: null, before, after });
      assert.match(sentence, /^[A-Z]/, action);
      assert.doesNotMatch(sentence, /undefined|null|NaN|_|0000/, `${action}: ${sentence}`);
    }
  }
});

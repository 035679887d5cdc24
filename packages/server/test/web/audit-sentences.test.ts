// The audit page has a sentence for everything that can be recorded about a workspace.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_DEFINITIONS } from '@rf-indicators/contract';
import { AUDIT_ACTIONS } from '@rf-indicators/core/context/audit-actions';

/** Of members, and of what belongs to their workspace. The other actions are those of staff. */
const ABOUT_WORKSPACES = /^(key|webhook|member|sign_in|terms|workspace)\./;

interface Sentences {
  sentenceOf(record: object, nameOf: (subject: string) => string | undefined): string;
}

test('every action that members see has words of its own, whatever its record contains', async () => {
  // The build puts these in.
  const types = Object.entries(EVENT_DEFINITIONS).map(([type, { delivery }]) => ({ type, delivery }));
  Object.assign(globalThis, { __EVENT_TYPES__: types, __AGENT_TOOLS__: [], __OPERATIONS__: {} });
  const file = new URL('../../../web/src/console/audit/sentences.ts', import.meta.url);
  const { sentenceOf } = (await import(file.href)) as Sentences;
  const content = {
    ...{ name: 'backend', role: 'viewer', email: 'vera@example.org', tier: 'FREE', kind: 'agent' },
    ...{ version: '1.0', host: 'example.org', type: 'band.changed', because: 'gone' },
    ...{ since: 0, deliveries: 1 },
  };
  for (const action of Object.keys(AUDIT_ACTIONS).filter((one) => ABOUT_WORKSPACES.test(one))) {
    const subject = `${action.startsWith('webhook') ? 'webhooks' : 'members'}/1`;
    const full = { action, subject, subject_name: null, before: content, after: content };
    const bare = { action, subject, subject_name: null, before: null, after: null };
    for (const record of [full, bare]) {
      const sentence = sentenceOf(record, () => undefined);
      assert.match(sentence, /^[A-Z]/, action);
      assert.doesNotMatch(sentence, /undefined|null|NaN|_|\b1 deliveries/, action);
    }
  }
});

// Every operation of sign-in, ours and those of better-auth, as browsers ask for them; and how a request finds its session.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { beginRecovery } from '@rf-indicators/core/identity/invitations';
import { requestReset } from '@rf-indicators/core/identity/claims';
import { callerOfSession } from '@rf-indicators/core/identity/sessions';
import type { StoreKind } from '@rf-indicators/core/store/store';
import type { QueryRecorder } from '../../../../test/support/query-recorder.ts';
import { AUTH_OPERATIONS } from '../../src/identity/handler.ts';
import { OPEN_OPERATIONS, SIGNED_IN_OPERATIONS } from '../../src/identity/own-operations.ts';
import {
  addPasskey,
  type Answer,
  assertOk,
  Browser,
  confirmServers,
  PASSWORD,
  type People,
  people,
  signUpMember,
  signUpStaff,
  withPasskey,
} from '../identity/people.ts';
import { CLIENT, providerAddress, throughProvider } from '../identity/provider.ts';
import { totp } from '../identity/totp.ts';

const CHANGED = 'seven quiet lanterns';

export async function signIn(kind: StoreKind, t: TestContext, recorder: QueryRecorder): Promise<void> {
  const { issuer, start } = await providerAddress(t);
  start();
  const given = await people(kind, t, { oidc: { issuer, ...CLIENT } });
  await confirmServers(given);
  await signUpMember(given);
  await signUpStaff(given);
  const asked = new Set<string>();

  class RecordedBrowser extends Browser {
    override send(method: string, path: string, body: Record<string, unknown> | null = null): Promise<Answer> {
      const operation = `${method} ${path.split('?')[0]}`;
      asked.add(operation);
      return recorder.during(operation, () => super.send(method, path, body));
    }
  }
  const open = (address: string) => new RecordedBrowser(given, address);

  const ada = open('192.0.2.1');
  await ada.get('/ways');
  assertOk(await ada.signIn('ada@example.com'));
  await recorder.during('a session', () =>
    callerOfSession(given.desk, given.identity.sessions, ada.cookie, 'a test'),
  );
  await ownSessions(ada);
  await secondFactor(ada, open('192.0.2.2'));
  await passkeys(ada, open('192.0.2.3'));
  const back = open('192.0.2.4');
  await throughProvider(back, 'ada@example.com');
  assertOk(await back.get('/session'));
  assertOk(await ada.post('/sign-out'));
  await passwords(given, recorder, open('192.0.2.5'));

  const all = [AUTH_OPERATIONS, OPEN_OPERATIONS, SIGNED_IN_OPERATIONS].flatMap(Object.keys);
  assert.deepEqual(
    all.filter((operation) => !asked.has(operation)),
    [],
    'not walked',
  );
}

async function ownSessions(ada: Browser): Promise<void> {
  const { body } = assertOk(await ada.get('/session'));
  assertOk(await ada.get('/credentials'));
  assertOk(await ada.post('/act-as', { acting_as: body.acting_as }));
  const { data } = assertOk(await ada.get('/sessions')).body;
  assertOk(await ada.post('/sessions/end', { id: data[0].id }));
  assertOk(await ada.signIn('ada@example.com'));
  assertOk(await ada.post('/sessions/end-all'));
  assertOk(await ada.signIn('ada@example.com'));
}

async function secondFactor(ada: Browser, other: Browser): Promise<void> {
  const { totpURI } = assertOk(await ada.post('/two-factor/enable', { password: PASSWORD })).body;
  assertOk(await ada.post('/two-factor/verify-totp', { code: totp(totpURI) }));
  const generated = assertOk(await ada.post('/two-factor/generate-backup-codes', { password: PASSWORD }));
  assertOk(await other.signIn('ada@example.com'));
  assertOk(await other.post('/two-factor/verify-backup-code', { code: generated.body.backupCodes[0] }));
  assertOk(await ada.post('/two-factor/disable', { password: PASSWORD }));
}

async function passkeys(ada: Browser, other: Browser): Promise<void> {
  const device = await addPasskey(ada);
  await withPasskey(other, device);
  const [passkey] = assertOk(await ada.get('/passkey/list-user-passkeys')).body;
  assertOk(await ada.post('/passkey/delete-passkey', { id: passkey.id }));
}

/** Somebody changes the password, forgets it, and is let back in by two colleagues. */
async function passwords(given: People, recorder: QueryRecorder, browser: Browser): Promise<void> {
  const { desk, operator, reviewer, ada } = given;
  assertOk(await browser.signIn('ada@example.com'));
  const changed = { currentPassword: PASSWORD, newPassword: CHANGED };
  assertOk(await browser.post('/change-password', changed));
  assertOk(await browser.post('/password/forgot', { email: 'ada@example.com' }));
  const reset = await recorder.during('POST /password/forgot', () => requestReset(desk, 'ada@example.com'));
  assertOk(await browser.post('/password/reset', { code: reset!.code, password: PASSWORD }));
  const { code } = await desk.store.transaction((writes) =>
    beginRecovery(
      desk,
      writes,
      { requester: reviewer, approver: operator },
      { workspace: ada.workspace.id, person: 'Ada', email: 'ada@example.com' },
    ),
  );
  assertOk(await browser.post('/invitations/show', { code }));
  const claimed = assertOk(await browser.post('/invitations/claim', { code, password: CHANGED }));
  assert.ok(claimed.body.check);
}

// The signing secret is nowhere in the clear: not in tables, records and backups, not in what is logged or refused.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { giveEndpointSecret } from '@rf-indicators/core/webhooks/endpoint-secrets';
import { rotateSigningSecret } from '@rf-indicators/core/webhooks/secret-rotation';
import { foundedDesk } from '../../../../test/support/founded-desk.ts';
import { emptyLocation, onEitherStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { fakeDelivery, happen, newDeliverer, response, subscribe } from './subscribers.ts';

onEitherStore('no signing secret is in a table, a record, a backup, an error or a log', async (kind, t) => {
  const location = await emptyLocation(kind, t);
  const { desk, masterKey, founded } = await foundedDesk(location, t);
  const operator = await authenticate(desk, founded.token.token);
  const wanted = { name: 'Acorn', tier: 'PROFESSIONAL' } as const;
  const { claim } = await createWorkspace(desk, operator, masterKey, wanted);
  const { member, signingSecret } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const url = 'https://receiver.example.org/hooks/very-private-path?key=very-private-key';
  const { id } = await subscribe(desk, member, { url });
  const { secret } = await rotateSigningSecret(desk, member, masterKey);
  const { secret: ofEndpoint } = await giveEndpointSecret(desk, member, masterKey, id);
  await happen(desk, 2);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t, () => response(500, { body: 'no' }));
  await deliver();

  const told: string[] = [];
  // A sender that fails in a way nobody foresaw, and a master key that opens nothing.
  const onError = (error: unknown) => told.push(error instanceof Error ? (error.stack ?? '') : String(error));
  await happen(desk, 1);
  const faulty = newDeliverer(desk, masterKey, async () => Promise.reject(new Error('a fault')), t, {
    onError,
  });
  faulty.wake();
  await faulty.settled();
  await happen(desk, 1);
  const keyless = newDeliverer(desk, newMasterKey(), async () => response(200), t, { onError });
  keyless.wake();
  await until('both faults are told', () => told.length >= 2);
  assert.match(told.join('\n'), /a fault(.|\n)*is not the one that sealed/);

  const file = path.join(location.dataDir, 'backup');
  await writeBackup(location, file, { createdAt: new Date(desk.clock()), key: backupKey(masterKey) });
  const everything = gunzipSync(readFileSync(file)).toString('utf8');
  assert.ok(everything.includes('webhook.secret_given') && everything.includes('webhook.added'));
  assert.ok(everything.includes(sent[0]!.headers['x-rf-signature']!), 'attempts are in the backup');
  const logged = [...told, ...sent.map(({ headers, body }) => `${JSON.stringify(headers)}${body}`)].join(
    '\n',
  );
  for (const one of [signingSecret, secret, ofEndpoint]) {
    const decoded = Buffer.from(one.slice(6), 'base64');
    for (const form of [one.slice(6), one.slice(6).replaceAll('/', '\\/'), decoded.toString('hex')]) {
      assert.ok(!everything.includes(form), 'the backup has a secret in the clear');
      assert.ok(!logged.includes(form), 'a secret is told');
    }
  }
  const audit = await desk.store.db.selectFrom('audit').selectAll().execute();
  assert.ok(!JSON.stringify(audit).includes('very-private'), 'a receiver may keep a secret in its address');
});

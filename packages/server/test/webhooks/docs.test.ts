// What docs/use/webhooks.md tells a receiver to do works.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { WEBHOOK_EVENT_TYPES } from '@rf-indicators/contract';
import { repository } from '../../../../test/support/repository.ts';
import { signatureHeaders, signingKey } from '../../src/webhooks/sending/signature.ts';

const page = readFileSync(path.join(repository, 'docs/use/webhooks.md'), 'utf8');

test('the line for openssl prints x-rf-signature', () => {
  const [, line] = /```sh\n(.*)\n```/.exec(page)!;
  for (let count = 0; count < 5; count += 1) {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const body = JSON.stringify({ text: `'"$€ ${count}` });
    const env = { ...process.env, BODY: body, RF_WEBHOOK_SECRET: secret };
    const printed = execFileSync('sh', ['-c', line!], { env, encoding: 'utf8' }).trim();
    const headers = signatureHeaders([signingKey(secret)], 'id', 1, Buffer.from(body));
    assert.equal(printed, headers['x-rf-signature']);
  }
});

test('every event type is in the table, and no other', () => {
  const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type);
  assert.deepEqual(listed, WEBHOOK_EVENT_TYPES);
});

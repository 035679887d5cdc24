// The client libraries accept webhooks signed by the service and reject changed ones.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WebhookVerifier } from '../packages/sdk/src/webhooks.ts';
import { bodyText } from '../packages/server/src/rendering/events/payload.ts';
import { sampleData } from '../packages/server/src/rendering/events/sample-events.ts';
import { signatureHeaders, signingKey } from '../packages/server/src/webhooks/sending/signature.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));
const TYPES = [
  'score.published',
  'band.changed',
  'methodology.announced',
  'methodology.published',
  'issuance.new',
  'webhook.test',
] as const;

interface Case {
  what: string;
  body: string;
  headers: Record<string, string>;
  secret: string;
  good: boolean;
}

/** Every event type with one secret and during rotation, unchanged and with one byte changed. */
function cases(): Case[] {
  const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
  const now = Math.floor(Date.now() / 1000);
  return TYPES.flatMap((type, index) => {
    const [old, secret, other] = [newSecret(), newSecret(), newSecret()];
    const id = `01975f6e-52c8-7a35-9d3f-00000000000${index}`;
    const envelope = { id, type, createdAt: now * 1000, workspaceId: id, isTest: true };
    const data = { sequence: index, checkpoint: 'note €', disclosure: 'ä', isEntitled: true };
    const body = Buffer.from(bodyText(envelope, JSON.stringify(sampleData(type, data))));
    const changed = Buffer.from(body);
    // The changed byte is in the text of the checkpoint, so the body is still valid JSON.
    changed[body.indexOf('note')] = 0x4e;
    const alone = signatureHeaders([signingKey(secret)], id, now, body);
    const both = signatureHeaders([signingKey(old), signingKey(secret)], id, now, body);
    const one = (
      what: string,
      bytes: Buffer,
      headers: Record<string, string>,
      key: string,
      good: boolean,
    ): Case => ({
      what: `${type}, ${what}`,
      body: bytes.toString('base64'),
      headers,
      secret: key,
      good,
    });
    return [
      one('as sent', body, alone, secret, true),
      one('rotating, with the old secret', body, both, old, true),
      one('rotating, with the new secret', body, both, secret, true),
      one('a changed byte', changed, alone, secret, false),
      one('another secret', body, alone, other, false),
      one('another time', body, { ...alone, 'webhook-timestamp': String(now + 1) }, secret, false),
    ];
  });
}

test('the JavaScript client accepts webhooks signed by the service and rejects changed ones', async () => {
  for (const { what, body, headers, secret, good } of cases()) {
    const bytes = new Uint8Array(Buffer.from(body, 'base64'));
    const verified = await WebhookVerifier.verifyRequest(bytes, headers, secret).then(
      ({ id }) => id === headers['webhook-id'],
      () => false,
    );
    assert.equal(verified, good, what);
  }
});

const PYTHON = `
import base64, json, sys
from rf_indicators.errors import WebhookVerificationError
from rf_indicators.webhooks import WebhookVerifier
verdicts = []
for case in json.load(sys.stdin):
    try:
        WebhookVerifier.verify_request(base64.b64decode(case["body"]), case["headers"], case["secret"])
        verdicts.append(True)
    except WebhookVerificationError:
        verdicts.append(False)
print(json.dumps(verdicts))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('the Python client accepts and rejects the same webhooks', { skip: !hasPython }, () => {
  const given = cases();
  const env = { ...process.env, PYTHONPATH: path.join(repository, 'python/src') };
  const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(given),
    env,
    encoding: 'utf8',
  });
  assert.notEqual(stdout, '', stderr);
  for (const [index, verdict] of JSON.parse(stdout).entries())
    assert.equal(verdict, given[index]!.good, given[index]!.what);
});

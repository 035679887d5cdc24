// Proves confirmations as readers do: from the answers of the public API, with the clients in both languages.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import type { Queries } from '@rf-indicators/core/store/store';
import { verifyConfirmation } from '../../packages/sdk/src/verify/index.ts';
import { getConfirmation } from '../../packages/server/src/api/reads/proofs.ts';
import type { Reading } from '../../packages/server/src/rendering/reading.ts';

const PYTHON = `
import json, sys
from rf_indicators.replay import verify_confirmation
given = json.load(sys.stdin)
for answer in given["answers"]:
    for id in [None, *json.loads(answer)["data"]["verification_ids"]][:2]:
        report = verify_confirmation(answer, given["keys"], id)
        print(json.dumps([check.detail for check in report.checks if not check.ok]))
`;

const PYTHON_SOURCE = path.join(import.meta.dirname, '../../python/src');
export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** Asserts that both clients accept every confirmation, and tells how many there are. */
export async function proveConfirmations(db: Queries): Promise<number> {
  const keys = trustedKeys(await keyChain(db, null)).map(({ text }) => text);
  const answers: string[] = [];
  for (const { run_id } of await db.selectFrom('confirmations').select('run_id').execute()) {
    const reading = { db, disclosure: LIMITATIONS_DISCLOSURE } as Reading;
    const answer = await getConfirmation(reading, { run: run_id });
    assert.ok('content' in answer);
    answers.push(String(answer.content));
  }
  for (const answer of answers) {
    const { verification_ids } = JSON.parse(answer).data as { verification_ids: string[] };
    for (const verificationId of [undefined, verification_ids[0]!]) {
      const report = await verifyConfirmation(answer, { keys, ...(verificationId && { verificationId }) });
      assert.deepEqual(
        report.checks.filter(({ ok }) => !ok),
        [],
      );
    }
  }
  if (HAS_PYTHON) {
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
      input: JSON.stringify({ keys, answers }),
      env: { ...process.env, PYTHONPATH: PYTHON_SOURCE },
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    const verdicts = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
    assert.deepEqual(verdicts, Array(2 * answers.length).fill([]));
  }
  return answers.length;
}

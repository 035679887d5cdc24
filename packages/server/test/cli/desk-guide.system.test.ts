// docs/desk/desk-guide.md is run as it is written. Its hundred commands take a shell and a process; first-score.test.ts runs a
// shorter guide in the same way, in npm test.

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { walkGuide } from './guide-walk.ts';

test('the guide leads five people from an empty folder to a published indicator', async (t) => {
  const { folder, people, printed, run } = await walkGuide(t, 'docs/desk/desk-guide.md');
  assert.deepEqual(people, ['Ann', 'Cora', 'Olga', 'Omar', 'Rob']);

  const findings: { state: string }[] = JSON.parse((await run('rf doctor --json', '')).stdout);
  assert.ok(findings.length > 5 && findings.every(({ state }) => state !== 'fail'));
  assertTwoPeople(JSON.parse((await run('rf audit --json', '')).stdout));
  assert.match((await run('rf verify --all', '')).stdout, /2 indicators.*\nVERIFIED: no problems found/);
  const ids = [...printed.matchAll(/^ {2}harbour-savings: \S+ [A-Z]+ {2}(RF-[\w-]+)$/gm)].map(([, id]) => id);
  const { url } = await startInProcess(t, { dataDir: path.join(folder, 'data'), demo: false });
  const read = async <T>(address: string) => (await fetch(`${url}${address}`)).json() as Promise<T>;
  const { data } = await read<{ data: Row[] }>('/api/public/scores');
  assert.deepEqual(
    data.map(({ slug, verification_id }) => [slug, verification_id]),
    [['harbour-savings', ids.at(-1)]],
  );
  const states = await Promise.all(
    ids.map(async (id) => (await read<Row>(`/api/public/verify/${id}`)).state),
  );
  assert.deepEqual(states, ['superseded', 'current']);
});

interface Row {
  slug: string;
  verification_id: string;
  state: string;
}

interface AuditRecord {
  action: string;
  actor_name: string;
  subject: string;
}

/** What takes two people was done by two. */
function assertTwoPeople(records: readonly AuditRecord[]): void {
  const founded = records.findIndex(({ action }) => action === 'founding.ended');
  const later = records.slice(founded);
  for (const [first, second, expected] of [
    ['staff.invited', 'staff.confirmed', 1],
    ['inputs.proposed', 'inputs.approved', 4],
    ['request.made', 'request.approved', 1],
  ] as const) {
    const pairs = later
      .filter(({ action }) => action === first)
      .map(({ subject, actor_name }) => [
        actor_name,
        later.find((record) => record.action === second && record.subject === subject)?.actor_name,
      ]);
    assert.equal(pairs.length, expected, first);
    for (const [one, other] of pairs) assert.ok(other && one !== other, `${first}: ${one}, ${other}`);
  }
}

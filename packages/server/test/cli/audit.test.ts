import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import { readRows } from '@rf-indicators/core/desk/import/file';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { firstOperator } from '../../../../test/support/staff.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { auditCommand } from '../../src/cli/desk/audit.ts';
import { openContext } from '../../src/cli/store-session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { runCommand } from './run-command.ts';

const NAMES = ['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', 'Ann, "the" analyst'];

/** A store with an operator and people whose names a spreadsheet would run. */
async function founded(t: TestContext): Promise<Record<string, string>> {
  const env = { RF_DATA_DIR: temporaryFolder(t), RF_MASTER_KEY: TEST_MASTER_KEY };
  let now = Date.parse('2026-04-01T09:00:00Z');
  const terminal = { env, now: () => new Date(now) } as unknown as Terminal;
  const desk = await openContext(terminal, { mayBeEmpty: true });
  const { actor: olga } = await firstOperator(desk);
  for (const name of NAMES) {
    now += 24 * 60 * 60 * 1000;
    await inviteStaff(desk, olga, { name, roles: ['analyst'] });
  }
  await desk.close();
  return env;
}

test('rf audit shows records, and exports all that match as JSON or CSV', async (t) => {
  const env = await founded(t);
  const audit = async (...args: string[]) => (await runCommand(auditCommand, args, { env })).out;
  const [header, first, , , , , , seventh] = await audit();
  assert.match(header!, /^AT +WHO +ACTION +SUBJECT +CHANGE$/);
  assert.match(first!, /^2026-04-01T09:00:00Z +Olga +staff\.created +Olga +\{.*"operator".*/);
  assert.match(seventh!, /^2026-04-06T09:00:00Z +Olga +staff\.invited +Ann, "the" analyst /);
  assert.deepEqual((await audit('--limit', '1')).slice(2), [
    'There are more records: narrow the search, or give a higher --limit.',
  ]);

  const json = JSON.parse((await audit('--json', '--since', '2026-04-03', '--until', '2026-04-04'))[0]!);
  assert.deepEqual(
    json.map((record: { subject_name: string }) => record.subject_name),
    NAMES.slice(1, 3),
  );
  const [csv] = await audit('--csv', '--what', 'staff.', '--who', 'Olga');
  const rows = readRows(csv!, 'csv').map(({ value }) => value as Record<string, string>);
  assert.deepEqual(Object.keys(rows[0]!), [
    ...['seq', 'at', 'actor', 'actor_name', 'action', 'subject', 'subject_name', 'after'],
  ]);
  assert.deepEqual(
    rows.map(({ subject_name }) => subject_name),
    ['Olga', `'${NAMES[0]}`, `'+1`, `'-2+3`, `'@SUM(A1)`, NAMES[4]],
    'a spreadsheet runs none of them',
  );
  assert.equal(JSON.parse(rows[1]!.after!).name, NAMES[0]);
  await assert.rejects(audit('--limit', '0'), /"0" is not a valid limit/);
});

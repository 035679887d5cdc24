// rf staff, providers, rates, inputs and due, on a store of their own.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { importMethodology, recordSignOff } from '@rf-indicators/core/desk/methodology/registry';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { framework, keyOf, signed } from '../../../../test/support/desk-fixture.ts';
import { CONFIRMATION } from '../../../../test/support/evidence.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { sampleInputs, sampleProviders, sampleProvidersWith } from '../../../../test/support/sample-desk.ts';
import { activate, enrol, enrolKey } from '../../../../test/support/staff.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { printRefusal } from '../../src/cli/print-known-error.ts';
import { openContext } from '../../src/cli/store-session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { programOf } from './run-command.ts';

const programWith = await programOf('staff', 'providers', 'rates', 'inputs', 'evidence', 'due');

type Rf = (...args: string[]) => Promise<string>;

/** Runs commands on the store in a folder with somebody's token; a refusal is part of what is told. */
function shell(folder: string, token?: string): { rf: Rf; terminal: Terminal } {
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line);
  const terminal: Terminal = {
    out: tell,
    outBytes: () => undefined,
    err: tell,
    isTerminal: false,
    readStdin: async () => '',
    readSecret: async () => '',
    env: { RF_DATA_DIR: folder, RF_MASTER_KEY: TEST_MASTER_KEY, RF_TOKEN: token },
    now: () => new Date('2026-04-01T09:00:00Z'),
    untilStopped: () => new Promise(() => undefined),
  };
  const rf: Rf = async (...args) => {
    lines.length = 0;
    try {
      await programWith(terminal).parseAsync(args, { from: 'user' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      printRefusal(terminal, error);
    }
    return lines.join('\n');
  };
  return { rf, terminal };
}

/** A store with a framework in force, and the shell of its operator. */
async function found(t: TestContext): Promise<{ folder: string; olga: Rf; cora: Rf }> {
  const folder = temporaryFolder(t);
  const desk = await openContext(shell(folder).terminal, { mayBeEmpty: true });
  const founded = await initialise(desk, readMasterKey('', TEST_MASTER_KEY), { operator: 'Olga' });
  const { operator } = founded;
  const { token } = founded.token;
  const cora = { name: 'Cora', roles: ['chief_risk_officer'] } as const;
  const { actor: officer, token: coras } = await enrol(desk, operator, cora);
  const key = await keyOf('cora-key', 1);
  await enrolKey(desk, operator, { staffId: officer.id, publicKey: key.verifierKey });
  const digest = await importMethodology(desk, officer, framework());
  await recordSignOff(desk, officer, await signed(framework(), key));
  await activate(desk, operator, digest, 'the first');
  await desk.close();
  return { folder, olga: shell(folder, token).rf, cora: shell(folder, coras).rf };
}

function batchIn(told: string): string {
  return /batch (\S+)/.exec(told)![1]!;
}

test('from an empty list to approved and renewed inputs, on the command line', async (t) => {
  const { folder, olga, cora } = await found(t);
  const hire = async (name: string, roles: string) => {
    const { code } = JSON.parse(await olga('staff', 'invite', name, '--roles', roles, '--json'));
    const { token, check } = JSON.parse(await olga('staff', 'claim', code, '--json'));
    const hired = shell(folder, token).rf;
    assert.match(await hired('rates', 'propose', 'USD', '1'), /a second person must confirm it first/);
    assert.match(await olga('staff', 'confirm', name, '--check', check), /You invited .* and saw the code/);
    assert.match(
      await cora('staff', 'confirm', name, '--check', check),
      /is confirmed; their token works now/,
    );
    return hired;
  };
  const ann = await hire('Ann', 'analyst');
  const rob = await hire('Rob', 'reviewer');
  assert.match(await ann('staff', 'list'), /Rob +reviewer +rf_staff_\w{6}…/);
  assert.match(
    await ann('staff', 'invite', 'Eve', '--roles', 'operator'),
    /^rf: This requires the operator or chief_risk_officer role, which Ann does not have/,
  );

  const file = (name: string, content: unknown) => {
    const target = path.join(folder, name);
    writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
    return target;
  };
  file('report.txt', 'a fictional report');
  const document = ['--document', path.join(folder, 'report.txt')];
  const described = ['--kind', 'audited statements', '--title', 'R', '--date', '2026-04-01', ...document];
  assert.match(
    await ann('rates', 'propose', 'USD', '3.75', ...described),
    /^ {2}USD, evidence, quote: evidence of grade A requires a quote/m,
  );
  const evidence = [...described, '--quote', 'The rate is 3.75 percent.'];
  const rate = await ann('rates', 'propose', 'USD', '3.75', ...evidence);
  assert.match(rate, /^1 proposal in batch /);
  assert.match(
    await ann('rates', 'list'),
    /^CURRENCY +RATE +CHECKED +GRADE +SOURCE$/,
    'it is not approved yet',
  );
  const unopened = await rob('inputs', 'approve', '--batch', batchIn(rate));
  assert.match(unopened, /^rf: Nothing was approved: you have not opened all of the documents/);
  const toOpen = /^ {2}USD reference_rate: .* rf evidence open (\S+) \[unopened\]$/m.exec(unopened)![1]!;
  const copy = path.join(folder, 'copy.txt');
  assert.equal(await rob('evidence', 'open', toOpen, '--output', copy), copy);
  assert.equal(readFileSync(copy, 'utf8'), 'a fictional report');
  assert.match(
    await rob('inputs', 'approve', '--batch', batchIn(rate)),
    /^USD reference_rate: nothing → 3\.75 {2}\S+\n1 proposal approved$/,
  );
  assert.match(await ann('rates', 'list'), /^USD +3\.75 +2026-04-01 +A +R$/m);
  assert.match(
    await ann('rates', 'propose', 'BTC', '1', ...evidence),
    /rate of bitcoin is 0\.00 by definition/,
  );

  const withEvidence = sampleProvidersWith('').map(({ evidence: { sha256: _, ...given }, ...row }) => ({
    ...row,
    evidence: { ...given, file: 'report.txt' },
  }));
  const imported = await ann('providers', 'import', file('providers.json', withEvidence));
  assert.match(
    imported,
    /^12 created, 0 changed, 0 unchanged\n108 facts proposed in batch \S+\nA reviewer can/,
  );
  const unscored = (await ann('providers', 'list')).split('\n');
  assert.match(unscored[0]!, /^SLUG +NAME +TYPE +YIELD +PAYS +STANDING +ID$/);
  assert.match(unscored[1]!, /^fx-01 +[A-Z][\w ]+ unpublished +\S+$/, 'its facts wait for a reviewer');
  assert.match(await rob('inputs', 'approve', '--batch', batchIn(imported)), /\n108 proposals approved$/);
  assert.match(await ann('providers', 'list'), /^fx-01 .* btc +5\.00-6\.75 +USD +unpublished /m);
  assert.equal(
    await ann('providers', 'import', file('again.json', sampleProviders)),
    '0 created, 0 changed, 12 unchanged',
  );
  const bad = file('bad.csv', 'slug,yield_max\nfx-01,1.00\nfx-02,much\n');
  assert.equal(
    await ann('providers', 'import', bad),
    'rf: Nothing was saved: 1 problem.\n' +
      '  line 3, yield_max: "much" is not a percentage with at most two decimals [not_percent]',
  );
  const unproven = file('unproven.csv', 'slug,yield_max\nfx-01,1.00\n');
  assert.equal(
    await ann('providers', 'import', unproven),
    'rf: Nothing was saved: 1 problem.\n' +
      '  line 2, evidence: is missing; it is needed for yield_max [missing]',
  );
  const columns = 'slug,yield_max,evidence.kind,evidence.title,evidence.evidence_date,evidence.grade';
  const crossed = file('crossed.csv', `${columns}\nfx-01,1.00,terms,Terms,2026-04-01,D\n`);
  assert.equal(
    await ann('providers', 'import', crossed),
    'rf: Nothing was saved: 1 problem.\n' +
      '  line 2, yield_max: yield_min 5.00 must not be greater than yield_max 1.00 [E5]',
  );

  const rows = sampleInputs('').map(({ evidence: { sha256: _, ...evidence }, ...row }) => ({
    ...row,
    evidence: { ...evidence, file: 'report.txt' },
  }));
  const proposed = JSON.parse(await ann('inputs', 'import', file('inputs.json', rows), '--json'));
  assert.ok(proposed.checked > 12, 'each spread, and most absorptions');
  assert.equal(proposed.proposal_ids.length + proposed.checked, rows.length);
  assert.match(
    await ann('inputs', 'import', file('inputs.json', rows)),
    new RegExp(
      `^${proposed.proposal_ids.length} proposals in batch \\S+\n${proposed.checked} rows checked only: runs`,
    ),
  );
  assert.match(
    await ann('inputs', 'approve', '--batch', proposed.batch_id),
    /^rf: This requires the reviewer role, which Ann does not have/,
  );
  const all = ['--batch', proposed.batch_id];
  assert.match(
    await rob('inputs', 'approve', ...all),
    /^rf: Nothing was approved: .*unusual/,
    'somebody else says that they are right, too',
  );
  const approved = await rob('inputs', 'approve', ...all, '--confirmation', CONFIRMATION);
  const lines = approved.split('\n');
  assert.equal(lines.length, proposed.proposal_ids.length + 1, 'what is approved is listed');
  assert.equal(lines.at(-1), `${proposed.proposal_ids.length} proposals approved`);

  // Without the lines of progress.
  const due = (await ann('due', '--days', '7')).replace(/^assessed: .*\n/gm, '').split('\n');
  assert.match(
    due[0]!,
    /^PROVIDER +INPUT +VALUE +EVIDENCE +LOSES FROM +LAPSES +DAYS +POINTS +ASSIGNEE +NOTE$/,
  );
  assert.match(due[1]!, /^fx-\d\d +\w+ \(gate\) .* \d+\.\d\d$/);
  const check = ['--kind', 'check', '--title', 'Week 14', '--date', '2026-04-01', '--grade', 'D'];
  assert.match(
    await ann('inputs', 'renew', 'withdrawal_status', '--all', ...check),
    /^rf: Nothing was saved: 11 problems\.\n {2}fx-\d\d, shared_reason: belongs to /,
    'evidence without a group belongs to one provider',
  );
  const register = [...check, '--group', 'public register'];
  const renewed = await ann('inputs', 'renew', 'withdrawal_status', '--all', ...register);
  assert.match(renewed, /^12 proposals in batch /);
  const batch = batchIn(renewed);
  assert.equal(JSON.parse(await rob('inputs', 'list', '--batch', batch, '--json')).length, 12);
  assert.match(
    await ann('inputs', 'renew', 'yield_spread', 'fx-01', ...check),
    /fx-01: derives "yield_spread" in each run; renew yield_max and reference_rate instead \[derived\]/,
  );
  assert.match(
    await rob('inputs', 'reject', '--batch', batch, '--reason', 'x'),
    /^fx-\d\d withdrawal_status: \w+ \(unchanged\) .*\n12 proposals rejected$/s,
  );

  assert.equal(
    await ann('due', 'assign', 'fx-05', 'withdrawal_status', 'Ann', '--note', '=1+1'),
    'withdrawal_status of fx-05: Ann',
  );
  const [header, ...others] = (await ann('due', '--csv', '--assignee', 'Ann', '--as-of', '2026-08-01')).split(
    '\r\n',
  );
  assert.equal(
    header,
    'provider,input,current_value,current_grade,evidence_date,loses_from,lapses_on,points_at_stake,assignee,note,result,' +
      'confirmation,shared_reason,evidence.kind,evidence.source,evidence.title,evidence.evidence_date,evidence.grade,' +
      'evidence.grade_reason,evidence.group,evidence.url,evidence.page,evidence.region,evidence.quote,evidence.file',
  );
  assert.equal(others.length, 1);
  assert.match(others[0]!, /^fx-05,withdrawal_status,on_terms,\w,[-,\d]+,\d+\.\d\d,Ann,'=1\+1,{15}$/);
  const checked = others[0]!.replace(
    /,{15}$/,
    ',unchanged,,,audited statements,,Week 14,2026-04-01,A,,,,,,Paid on terms.,report.txt',
  );
  const sheet = file('due.csv', `${header}\r\n${checked}\r\n${others[0]!.replace('fx-05', 'fx-01')}\r\n`);
  assert.match(
    await ann('inputs', 'import', sheet),
    /^1 proposal in batch \S+\n1 row skipped: the result is empty\n/,
  );
  file('due.csv', `${header}\r\n${checked.replace('on_terms', 'halted')}\r\n`);
  assert.match(
    await ann('inputs', 'import', sheet),
    /line 2 \(fx-05 withdrawal_status\), current_value: is out of date: the value on record is on_terms/,
  );

  const one = await ann('inputs', 'propose', 'fx-05', 'insolvency_status', 'none', ...evidence);
  assert.match(one, /^1 proposal in batch/);
  const said = ['--page', '3', '--quote', 'Coverage fell to 92.00 percent.'];
  const coverage = ['fx-05', 'reserve_coverage', '92.00', ...evidence, ...said];
  const worse = batchIn(await ann('inputs', 'propose', ...coverage));
  const listed = (await rob('inputs', 'list', '--batch', worse)).split('\n');
  assert.match(listed[0]!, /^batch \S+: 1 proposal by Ann, 2026-04-01T09:00:00Z$/);
  const effect = '-51.53: 91.52 LOW → 39.99 HIGH, cap HR04 added';
  assert.equal(listed[1]!.replace(/ {2}\S+$/, ''), `  fx-05 reserve_coverage: 101.20 → 92.00 | ${effect}`);
  assert.equal(listed[2], '      audited statements: R, page 3 (2026-04-01, grade A), opened by you');
  assert.equal(listed[3], '      “Coverage fell to 92.00 percent.”');
  const id = / {2}(\S+)$/.exec(listed[1]!)![1]!;
  const shown = await rob('inputs', 'show', id);
  assert.ok(shown.startsWith(`proposal ${id} in batch ${worse}: open\n`), shown);
  assert.match(shown, /^ {2}effect: -51\.53: 91\.52 LOW → 39\.99 HIGH, cap HR04 added$/m);
  assert.match(shown, /^criterion: Backing coverage of claims$/m);
  assert.match(shown, /^ {4}reserve_coverage < 100\.00: at most 39\.99$/m);
  assert.equal(JSON.parse(await rob('inputs', 'show', id, '--json')).proposal.effect.points, -5153);
  const [row] = (await ann('evidence', 'list', '--batch', worse)).split('\n').slice(1);
  assert.match(row!, /^2026-04-01 +A +audited statements +R +3 +not opened +\S+$/);
  const evidenceId = row!.split(/ +/).at(-1)!;
  const details = await ann('evidence', 'show', evidenceId);
  assert.match(details, /^ {2}opened by Rob on 2026-04-01T09:00:00Z$/m);
  assert.match(details, new RegExp(`^ {2}fx-05 reserve_coverage 92\\.00 {2}${id}$`, 'm'));
  const sha256 = /^ {2}document ([0-9a-f]{64}) \(text\/plain, 18 bytes\)$/m.exec(details)![1]!;
  const written = await rob('evidence', 'open', sha256);
  assert.equal(path.basename(written), `${sha256.slice(0, 12)}.txt`);
  assert.equal(readFileSync(written, 'utf8'), 'a fictional report');
  rmSync(path.dirname(written), { recursive: true });
  assert.match(
    await ann('inputs', 'propose', 'fx-05', 'insolvency_status', 'fine', ...check),
    /^ {2}fx-05, value: .*Found "fine".*\[unknown_option\]/m,
  );
});

test('a command in a folder without a store creates nothing and says what to do', async (t) => {
  const folder = path.join(temporaryFolder(t), 'none');
  await assert.rejects(shell(folder).rf('providers', 'list'), /There is no store in .*\. Run rf init first/);
  assert.equal(existsSync(folder), false);
  const { folder: founded } = await found(t);
  await assert.rejects(shell(founded).rf('providers', 'retire', 'x'), /give your staff token in RF_TOKEN/);
  const wrong = await shell(founded, 'rf_staff_wrong').rf('providers', 'retire', 'x');
  assert.match(wrong, /^rf: This is not a staff token/);
});

// docs/desk-guide.md is run as it is written: every block by the person whom it names, in an empty folder, with what
// earlier commands printed in the place of the words in capitals.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, repository, temporaryFolder } from '../../../../test/support/rf.ts';

const guide = readFileSync(path.join(repository, 'docs/desk-guide.md'), 'utf8');

interface Block {
  person: string;
  /** What must be printed by a block that is refused. */
  refused: string | null;
  script: string;
  /** Lines that the guide shows as printed. */
  shown: string[];
}

function readBlocks(): Block[] {
  const blocks: Block[] = [];
  for (const [, language, body] of guide.matchAll(/^```(.*)\n([^]*?)^```$/gm)) {
    const lines = body!.trimEnd().split('\n');
    if (language === 'text') {
      assert.equal(blocks.at(-1)?.shown.length, 0, `output without commands: ${body}`);
      blocks.at(-1)!.shown = lines;
      continue;
    }
    assert.equal(language, 'sh', `a block is neither commands nor output: ${body}`);
    const [, person] = /^# ([A-Z][a-z]+), [a-z ]+$/.exec(lines.shift()!) ?? [];
    assert.ok(person, `a block does not say who acts: ${body}`);
    const [, refused = null] = /^# refused: (.+)$/.exec(lines[0]!) ?? [];
    blocks.push({ person, refused, script: lines.join('\n'), shown: [] });
  }
  return blocks;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** How the words in capitals are printed. */
const PRINTED: Record<string, (person: string) => RegExp> = {
  CODE: (person) => new RegExp(`^${person} is invited until .*\\n +(rf_invite_\\w+)$`, 'gm'),
  CHECK: () => /^Check number: (\S+)$/gm,
  TOKEN: () => /(rf_staff_\w+)$/gm,
  BATCH: () => new RegExp(`in batch (${ID})$`, 'gm'),
  EVIDENCE: () => new RegExp(`rf evidence open (${ID})`, 'g'),
  RUN: () => new RegExp(`^run (${ID}):`, 'gm'),
  REQUEST: () => new RegExp(`rf approvals approve (${ID})$`, 'gm'),
};

/** What it stands for now: the last one that was printed. */
function meaning(word: string, person: string, printed: string): string {
  if (word === 'CHECKOUT') return repository.replace(/\/$/, '');
  assert.ok(Object.hasOwn(PRINTED, word), `unknown word in capitals: ${word}`);
  const last = [...printed.matchAll(PRINTED[word]!(person))].at(-1)?.[1];
  assert.ok(last, `no command has printed a ${word} for ${person}`);
  return last;
}

/** Capitals in commands that stand for themselves. */
const LITERAL = new Set(['BTC', 'PATH', 'USD']);

function withMeanings(script: string, person: string, printed: string): string {
  return script.replaceAll(/\b[A-Z]{3,}\b/g, (word) =>
    LITERAL.has(word) ? word : meaning(word, person, printed),
  );
}

/** A shown line, in which … stands for any text. The columns of a table can be wider than shown. */
function pattern(line: string, person: string, printed: string): RegExp {
  const source = line
    .split(/(…|\bDATE\b| {2,}|\b[A-Z]+\b)/)
    .map((part) => {
      if (part === '…') return '.*';
      if (part === 'DATE') return '\\d{4}-\\d\\d-\\d\\d';
      // The advice "rf staff claim CODE" is printed in these words.
      if (part in PRINTED && !line.includes('rf staff claim CODE'))
        return RegExp.escape(meaning(part, person, printed));
      return /^ {2,}$/.test(part) ? ' {2,}' : RegExp.escape(part);
    })
    .join('');
  return new RegExp(`^${source}`, 'm');
}

interface Printed {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs scripts with sh in a folder; their rf is the one of the repository, in one process for all of them. */
async function openShell(t: TestContext, folder: string) {
  const tools = temporaryFolder(t);
  const environment = { HOME: tools, TMPDIR: tools };
  const socket = path.join(tools, 'socket');
  const rf = `#!/bin/sh
output=$(mktemp -d)
code=$(printf '%s\\0' "$output" "$RF_TOKEN" "$@" | curl -sS --unix-socket '${socket}' --data-binary @- http://rf/)
cat "$output/out"
cat "$output/err" >&2
exit "$code"
`;
  mkdirSync(path.join(tools, 'bin'));
  writeFileSync(path.join(tools, 'bin/rf'), rf, { mode: 0o755 });
  const entry = fileURLToPath(new URL('./one-process.ts', import.meta.url));
  const process_ = spawn(process.execPath, [entry, socket], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(process_, 'exit');
  cleanUp(t, async () => {
    process_.kill();
    await ended;
  });
  await Promise.race([
    once(process_.stdout, 'data'),
    ended.then(() => assert.fail('the process of rf ended before it listened')),
  ]);
  const PATH = [path.join(tools, 'bin'), path.dirname(process.execPath), process.env.PATH].join(':');
  return async (script: string, token: string): Promise<Printed> => {
    const shell = spawn('sh', ['-e', '-c', script], {
      cwd: folder,
      env: { ...environment, PATH, RF_TOKEN: token },
    });
    shell.stdin.end();
    const [stdout, stderr, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close'),
    ]);
    return { code, stdout, stderr };
  };
}

test('the guide leads five people from an empty folder to a published indicator', async (t) => {
  const folder = temporaryFolder(t);
  const run = await openShell(t, folder);
  const tokens = new Map<string, string>();
  let printed = '';
  assert.deepEqual(readdirSync(folder), []);
  for (const { person, refused, script, shown } of readBlocks()) {
    const given = withMeanings(script, person, printed);
    const { code, stdout, stderr } = await run(given, tokens.get(person) ?? '');
    const output = `${stdout}${stderr}`;
    const report = `${person}:\n${given}\n${output}`;
    assert.equal(code === 0, refused === null, report);
    if (refused !== null) assert.ok(output.includes(refused), report);
    printed += output;
    assert.equal(withMeanings(script, person, printed), given, `begin a new block after this:\n${report}`);
    const token = /^(?:Token| ) +(rf_staff_\w+)$/m.exec(stdout)?.[1];
    if (token !== undefined) tokens.set(person, token);
    for (const line of shown) assert.match(output, pattern(line, person, printed), line);
  }
  assert.deepEqual([...tokens.keys()].sort(), ['Ann', 'Cora', 'Olga', 'Omar', 'Rob']);

  const findings: { state: string }[] = JSON.parse((await run('rf doctor --json', '')).stdout);
  assert.ok(findings.length > 5 && findings.every(({ state }) => state !== 'fail'));
  assertTwoPeople(JSON.parse((await run('rf audit --json', '')).stdout));
  assert.match((await run('rf verify --all', '')).stdout, /2 indicators.*\nVERIFIED: no problems found/);
  const ids = [...printed.matchAll(/^ {2}harbour-savings: \S+ [A-Z]+ {2}(RF-[\w-]+)$/gm)].map(([, id]) => id);
  const { url } = await startInProcess(t, { dataDir: path.join(folder, 'data'), demo: false });
  const read = async (address: string) => (await fetch(`${url}${address}`)).json() as Promise<any>;
  const { data } = await read('/api/public/scores');
  assert.deepEqual(
    data.map(({ slug, verification_id }: any) => [slug, verification_id]),
    [['harbour-savings', ids.at(-1)]],
  );
  const states = await Promise.all(ids.map(async (id) => (await read(`/api/public/verify/${id}`)).state));
  assert.deepEqual(states, ['renewed', 'current']);
});

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
    ['run.approve', 'run.publish', 1],
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

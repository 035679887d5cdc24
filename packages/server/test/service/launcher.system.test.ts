// How rf is started and stopped from outside: with an older Node in front, through npm and through npx. Whichever
// process is asked to stop, no server is left behind. With real processes throughout. How rf is started does not depend
// on the command, so most tests start a witness, which is ready in a tenth of the time that the service takes.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { cases } from '../../../../test/support/counts.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { newcomersEnvironment, olderNode } from '../../../../test/support/newcomer.ts';
import { repository } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';

const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');
const OLDER = olderNode();
const BEHIND_OLDER = [OLDER.command, ...OLDER.args, LAUNCHER];

interface Started {
  child: ChildProcess;
  url: string;
  /** The process that was started, and all below it. */
  processes: Process[];
  /** How the process that was started ended. */
  ended: Promise<[code: number | null, signal: string | null]>;
}

for (const signal of cases<readonly NodeJS.Signals[]>(['SIGTERM'], ['SIGTERM', 'SIGINT'])) {
  test(`${signal} to rf behind ${OLDER.title} stops the server, and its exit code is passed on`, async (t) => {
    const started = await start(t, [...BEHIND_OLDER, ...(await witness(t))]);
    assert.equal(started.processes.length, 2, 'the older Node, and the one that serves');
    started.child.kill(signal);
    assert.deepEqual(await started.ended, [0, null]);
    await assertGone(started, 0);
  });
}

test(`a signal that ends the server ends rf behind ${OLDER.title} in the same way`, async (t) => {
  const started = await start(t, [...BEHIND_OLDER, ...(await witness(t))]);
  started.child.kill('SIGHUP');
  assert.deepEqual(await started.ended, [null, 'SIGHUP']);
  await assertGone(started, 0);
});

test(`a server notices that ${OLDER.title} in front of it was killed`, async (t) => {
  const started = await start(t, [...BEHIND_OLDER, ...(await witness(t))]);
  started.child.kill('SIGKILL');
  assert.deepEqual(await started.ended, [null, 'SIGKILL']);
  await assertGone(started);
});

test('the service has little space for new objects, unless the operator asks for more', () => {
  // Runs in each process that rf replaces itself with, the last one being the service.
  const show = 'data:text/javascript,console.error(JSON.stringify(process.execArgv))';
  const flagsOf = (options: string, command: string) => {
    const env = { ...process.env, NODE_OPTIONS: `--import ${show} ${options}` };
    const { stderr } = spawnSync(process.execPath, [LAUNCHER, command, '--help'], { env, encoding: 'utf8' });
    const shown = stderr.split('\n').filter((line) => line.startsWith('['));
    return JSON.parse(shown.at(-1)!) as string[];
  };
  assert.deepEqual(flagsOf('', 'serve'), ['--max-semi-space-size=8']);
  assert.deepEqual(flagsOf('--max-semi-space-size=32', 'serve'), []);
  assert.deepEqual(flagsOf('', 'verify'), []);
});

test('SIGTERM to npm start stops the server before npm ends', async (t) => {
  const started = await start(t, ['npm', 'start']);
  started.child.kill('SIGTERM');
  assert.deepEqual(await started.ended, [0, null]);
  await assertGone(started, 0);
});

test('SIGTERM to npx leaves no server behind', async (t) => {
  const started = await start(t, ['npx', 'rf', ...(await witness(t))]);
  started.child.kill('SIGTERM');
  await started.ended;
  await assertGone(started);
});

test(`behind ${OLDER.title}, commands read standard input and pass their exit code on`, () => {
  const [command, ...args] = BEHIND_OLDER;
  const run = (more: string[], input: string) =>
    spawnSync(command!, [...args, ...more], { input, encoding: 'utf8' });
  const scored = run(
    ['score', '--runs', '-'],
    readFileSync(path.join(repository, 'methodology/samples/providers.json'), 'utf8'),
  );
  assert.deepEqual([scored.status, scored.stderr], [0, '']);
  assert.match(scored.stdout, /final_score/);
  assert.equal(run(['no-such-command'], '').status, 2);
});

test('npm ci does not warn a newcomer about the Node that runs npm', () => {
  const npm = (...args: string[]) =>
    spawnSync('npm', args, { cwd: repository, env: newcomersEnvironment(), encoding: 'utf8' });
  const { status, stdout, stderr } = npm('ci', '--dry-run', '--offline', '--ignore-scripts');
  assert.deepEqual([status, stderr], [0, ''], stdout);
  // Also where npm runs on a Node that it would not warn about.
  assert.equal(npm('config', 'get', 'loglevel').stdout.trim(), 'error');
});

/** The arguments that serve a witness. */
async function witness(t: TestContext): Promise<string[]> {
  const folder = temporaryFolder(t);
  const [key, log, state] = ['witness.key', 'log', 'state'].map((name) => path.join(folder, name));
  await rf(['witness', 'init', '--name', 'witness.example/w1', '--out', key!]);
  await rf(['keygen', '--name', 'log', '--out', log!]);
  return ['witness', 'serve', '--key', key!, '--log', `${log}.pub`, '--state', state!, '--port', '0'];
}

/** Runs the command as a newcomer's shell would, until the server that it starts is listening. */
async function start(t: TestContext, [command, ...args]: string[]): Promise<Started> {
  const dataDir = temporaryFolder(t);
  if (command === 'npm') await copyDemo(dataDir);
  const child = spawn(command!, args, {
    cwd: repository,
    env: { ...newcomersEnvironment(), PORT: '0', RF_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Started['ended'];
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  cleanUp(t, () => family(child.pid!).forEach(kill));
  await until(`${command} listens`, () => /listening on .*\n.*\n/.test(output));
  const processes = family(child.pid!);
  // What is below a process that has ended is no longer found through it.
  cleanUp(t, () => processes.forEach(kill));
  return { child, url: /listening on (\S+)/.exec(output)![1]!, processes, ended };
}

async function assertGone({ processes, url }: Started, withinMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + withinMs;
  while (processes.some(isAlive) && performance.now() < end) await wait(50);
  assert.deepEqual(processes.filter(isAlive), []);
  await assert.rejects(fetch(`${url}/api/health`));
}

interface Process {
  pid: number;
  parent: number;
  state: string;
  /** Tells it from a later process of the same number. */
  startedAt: string;
}

/** The process and all below it, of those that have not ended. */
function family(pid: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : [],
  );
  const below = (top: Process): Process[] => [
    top,
    ...all.filter(({ parent }) => parent === top.pid).flatMap(below),
  ];
  return all.filter((found) => found.pid === pid).flatMap(below);
}

function processOf(pid: number): Process | null {
  try {
    // The name, in brackets, may hold spaces and brackets itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/.*\) /s)[1]!.split(' ');
    return { pid, state: fields[0]!, parent: Number(fields[1]), startedAt: fields[19]! };
  } catch {
    return null;
  }
}

/** One that has ended, and whose parent has not asked about it yet, is not alive. */
function isAlive({ pid, startedAt }: Process): boolean {
  const now = processOf(pid);
  return now !== null && now.startedAt === startedAt && now.state !== 'Z';
}

function kill(started: Process): void {
  if (isAlive(started)) process.kill(started.pid, 'SIGKILL');
}

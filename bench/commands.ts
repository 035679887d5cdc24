// Benchmark of the start of commands, compared with a Node process that does nothing: processor time from the start of the
// process to its end.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LAUNCHER, SERVER_CORE, startRf } from './http/processes.ts';
import { type Form, type Measurement, median, ratioAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { scratch } from './world/worlds.ts';

/** Linux counts processor time in hundredths of a second, and a process that does nothing takes two or three of them. */
const AT_ONCE = 10;

export async function commandsBench(form: Form): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(scratch(), 'demo-'));
  reportStep('making the demo');
  const server = await startRf(['serve', '--demo'], { PORT: '0', RF_DATA_DIR: folder });
  await server.stop();
  const { staff, workspaces } = JSON.parse(readFileSync(path.join(folder, 'demo-credentials.json'), 'utf8'));
  const env = { RF_DATA_DIR: folder, RF_TOKEN: staff.operator };
  const rounds = form.pick(9, 1);
  const times = { node: [] as number[], help: [] as number[], keys: [] as number[] };
  const measured = async () => {
    const node = await processorMsOf(['--eval', '0'], env);
    const help = await processorMsOf([LAUNCHER, '--help'], env);
    const keys = await processorMsOf([LAUNCHER, 'keys', 'list', '--workspace', workspaces[0].name], env);
    return { node, help, keys };
  };
  // The first processes compile the code and read the files into the page cache.
  await measured();
  for (let round = 1; round <= rounds; round += 1) {
    const { node, help, keys } = await measured();
    times.node.push(node);
    times.help.push(help);
    times.keys.push(keys);
    reportStep(`round ${round} of ${rounds}`);
  }
  const figure = (label: string, of: readonly number[]) => ({ label, value: median(of), unit: 'ms' });
  const compared = (command: string, of: readonly number[]) => ({
    what: `processor time of ${command} / of a Node process that does nothing`,
    ours: figure(command, of),
    peer: figure('node', times.node),
    note: `median of ${rounds} rounds of ${AT_ONCE} processes each, in turns, on one core`,
  });
  return [
    ratioAtMost(compared('rf --help', times.help), 5),
    ratioAtMost(compared('rf keys list', times.keys), 20),
  ];
}

/** The mean of some processes, one after the other. */
async function processorMsOf(args: readonly string[], env: Record<string, string>): Promise<number> {
  const before = endedChildrenMs();
  for (let count = 0; count < AT_ONCE; count += 1) {
    const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  }
  return (endedChildrenMs() - before) / AT_ONCE;
}

/** User and system time of the processes that this one started and that have ended. */
function endedChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

// A server in a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyDemo } from './demo-folder.ts';
import { cleanUp, type Lifetime, temporaryFolder } from './lifetime.ts';
import { LAUNCHER } from './rf-process.ts';

export interface ServerOptions {
  env?: Record<string, string>;
  /** A folder that holds a store already, or shall hold one after the test; otherwise a temporary one. */
  dataDir?: string;
  /** Whether the demo world is served; a store that was made otherwise is served as it is. */
  demo?: boolean;
  /** Further arguments for a process of its own. */
  args?: string[];
  /** How many files a process of its own may open. */
  openFiles?: number;
}

export interface RunningServer {
  /** Of a server in a process of its own. */
  pid?: number;
  url: string;
  dataDir: string;
  /** Asks it to stop, as an operator would; gives its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it without a chance to save anything. */
  kill: () => Promise<void>;
  /** What it wrote on its standard error so far. */
  errors: () => string;
}

/** A server of its own on a free port; it is gone when the test is. */
export async function startServer(t: Lifetime, options: ServerOptions = {}): Promise<RunningServer> {
  const { env = {}, dataDir = temporaryFolder(t), demo = true, args = [], openFiles } = options;
  if (demo && env.DATABASE_URL === undefined) await copyDemo(dataDir);
  const command = [process.execPath, LAUNCHER, 'serve', ...(demo ? ['--demo'] : []), ...args];
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command];
  const [program, ...rest] = openFiles === undefined ? command : limited;
  const child = spawn(program!, rest, {
    // No balancer is in front of it, whose checks a stop would have to wait for.
    env: { ...process.env, PORT: '0', RF_DATA_DIR: dataDir, RF_DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ending = () => `exit code ${child.exitCode}, signal ${child.signalCode}`;
  const end = () => child.kill('SIGKILL');
  cleanUp(t, async () => {
    end();
    await exited;
    process.off('exit', end);
    process.off('uncaughtExceptionMonitor', end);
  });
  // A test file that fails before its first test cleans up nothing.
  process.on('exit', end);
  process.on('uncaughtExceptionMonitor', end);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    process.stderr.write(text);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let banner = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      const found = /listening on (\S+)/.exec(banner)?.[1];
      if (found) resolve(found);
    });
    void exited.then(() => reject(new Error(`the server ended before it listened (${ending()}): ${banner}`)));
  });
  return {
    pid: child.pid!,
    url,
    dataDir,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    errors: () => errors,
  };
}

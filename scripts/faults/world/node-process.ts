// One node: a process of `rf serve` that can be stopped, killed, paused and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, rmSync, type WriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BLOCK_WATCH = new URL('block-watch.ts', import.meta.url).href;
const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** Several nodes start at once; only one that hangs takes longer, on a machine with other work to do too. */
const START_MS = 300_000;
const METRICS_MS = 2000;
/** How often a balancer asks whether a node is ready. */
const CHECK_MS = 250;

export interface NodeSettings {
  name: string;
  port: number;
  /** Where its log is kept. */
  folder: string;
  env: Record<string, string>;
  /** Another checkout of the program, for a rolling upgrade. */
  program?: string;
}

export class NodeProcess {
  readonly url: string;
  readonly settings: NodeSettings;
  #child: ChildProcess | null = null;
  /** The process that was asked to stop last. */
  #stopping: ChildProcess | null = null;
  #log: WriteStream;
  readonly #blocksFile: string;
  #isPaused = false;
  /** Whether its process was paused at any time. */
  wasPaused = false;
  /** How often it ended without having been asked to. */
  crashes = 0;

  constructor(settings: NodeSettings) {
    this.settings = settings;
    this.url = `http://127.0.0.1:${settings.port}`;
    this.#log = createWriteStream(path.join(settings.folder, `${settings.name}.log`), { flags: 'a' });
    this.#blocksFile = path.join(settings.folder, `${settings.name}.blocks`);
  }

  get isRunning(): boolean {
    return this.#child !== null && !this.#isPaused;
  }

  /** Of the process, which must be running. */
  get pid(): number {
    return this.#child!.pid!;
  }

  /** Resolves once it is ready to serve; `ready: false` returns at once. */
  async start({ ready = true, program = this.settings.program ?? REPOSITORY } = {}): Promise<void> {
    const { name, port, env } = this.settings;
    const child = spawn(process.execPath, [path.join(program, 'packages/server/bin/rf.mjs'), 'serve'], {
      env: {
        ...process.env,
        ...env,
        PORT: String(port),
        HOST: '127.0.0.1',
        RF_NODE: name,
        RF_METRICS: 'loopback',
        RF_WEBHOOK_LOOPBACK: 'yes',
        NODE_OPTIONS: `--import ${BLOCK_WATCH}`,
        RF_BLOCKS_FILE: this.#blocksFile,
        // A test runner must not be reported to by the processes that its tests start.
        NODE_TEST_CONTEXT: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout!.pipe(this.#log, { end: false });
    child.stderr!.pipe(this.#log, { end: false });
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#child = null;
      if (this.#stopping !== child) this.crashes += 1;
    });
    this.#child = child;
    this.wasPaused = false;
    if (ready) await this.untilReady();
  }

  async untilReady(): Promise<void> {
    const until = Date.now() + START_MS;
    while (Date.now() < until) {
      if (this.#child === null) throw new Error(`${this.settings.name} ended while it started.`);
      if (await this.#isReady()) return;
      await pause(50);
    }
    throw new Error(`${this.settings.name} was not ready within ${START_MS / 1000} s.`);
  }

  /** SIGTERM: the node says at /readyz that it stops, and finishes the requests in progress. Resolves with the exit code. */
  stop(): Promise<number | null> {
    this.#stopping = this.#child;
    return this.#end('SIGTERM');
  }

  /** Resolves when the node says that no more requests should be sent to it. */
  async untilNotReady(): Promise<void> {
    while (this.#child !== null && (await this.#isReady())) await pause(CHECK_MS);
  }

  /** kill -9. */
  kill(): Promise<number | null> {
    const killed = this.#end('SIGKILL');
    this.#child = null;
    return killed;
  }

  pause(): void {
    this.#isPaused = true;
    this.wasPaused = true;
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#isPaused = false;
    this.#child?.kill('SIGCONT');
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok, body }) => body?.cancel().then(() => ok) ?? ok,
      () => false,
    );
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (this.#isPaused && signal !== 'SIGKILL') child.kill('SIGCONT');
    this.#isPaused = false;
    child.kill(signal);
    return ended;
  }

  /** The value of a gauge; null if the node does not answer. */
  async metric(name: string): Promise<number | null> {
    const text = await fetch(`${this.url}/metrics`, { signal: AbortSignal.timeout(METRICS_MS) }).then(
      (response) => response.text(),
      () => '',
    );
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1];
    return value === undefined ? null : Number(value);
  }

  /** For how long the event loop was blocked by its own work at most, since this was last asked. */
  takeLongestBlock(): number {
    const blocks = existsSync(this.#blocksFile) ? readFileSync(this.#blocksFile, 'utf8').split('\n') : [];
    rmSync(this.#blocksFile, { force: true });
    return Math.max(0, ...blocks.map(Number));
  }

  closeLog(): void {
    this.#log.end();
  }
}

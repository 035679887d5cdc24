#!/usr/bin/env node
// Starts rf on a Node that runs TypeScript. `npm ci` installs one; if the shell finds an older Node first, this process
// starts rf on the installed one, passes signals on to it, and ends as it ends.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';

const [major] = process.versions.node.split('.').map(Number);
const entry = new URL('../src/main.ts', import.meta.url);

/** Verifies a store, in several threads. */
const VERIFIES =
  process.argv[2] === 'verify' && process.argv.some((argument) => /^--(all|since)\b/.test(argument));
/** Commands with several threads, or much memory. */
const IS_LARGE = VERIFIES || process.argv[2] === 'serve';

/** SIGKILL and SIGSTOP cannot be caught; terminals send the job-control signals to all processes themselves. */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
const PARENT_CHECK_MS = 250;
/** Time for a signal to end this process before it exits by itself. */
const SIGNAL_MS = 1000;

if (major >= 24) {
  if (IS_LARGE) applyMemorySettings();
  onParentExit(() => process.kill(process.pid, 'SIGTERM'));
  // As a property of the module: an older Node does not export it, and must get as far as the message below.
  module.enableCompileCache?.();
  await import(entry.href);
} else {
  const bundled = bundledNode();
  if (bundled === null) {
    process.stderr.write(`rf needs Node 24 or later, and this is ${process.version}. Run npm ci first.\n`);
    process.exit(2);
  }
  runOn(bundled);
}

/** Runs rf on another Node, in a process that this one stands for. */
function runOn(node) {
  let child = null;
  // Before the start, so that no signal ends this process and leaves the other running.
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child = spawn(node, [...(IS_LARGE ? heapFlags() : []), ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, ...memorySettings(), RF_LAUNCHER_PID: String(process.pid) },
  });
  onParentExit(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`rf cannot start ${node}: ${error.message}\n`);
    process.exit(70);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), SIGNAL_MS);
  });
}

/**
 * npm and npx start rf through a shell, which may end on SIGTERM without passing it on. The launcher above may be
 * killed in a way that it cannot pass on. In both cases rf would serve on without anyone knowing, so it stops when its
 * parent ends. Otherwise rf may outlive its parent, as a command that a shell started in the background does.
 */
function onParentExit(stop) {
  const launcher = process.env.RF_LAUNCHER_PID;
  delete process.env.RF_LAUNCHER_PID;
  if (launcher === undefined && process.env.npm_lifecycle_event === undefined) return;
  const parent = launcher === undefined ? process.ppid : Number(launcher);
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    stop();
  }, PARENT_CHECK_MS);
  checking.unref();
}

/** glibc and V8 read their settings when a process starts, so the process replaces itself, which takes some 30 ms. */
function applyMemorySettings() {
  if (process.platform !== 'linux') return;
  const settings = memorySettings();
  const flags = heapFlags();
  if (flags.length === 0 && Object.keys(settings).every((name) => process.env[name] !== undefined)) return;
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)],
    {
      ...process.env,
      ...settings,
    },
  );
}

/**
 * In a thread that is busy, V8 lets the space for new objects grow to 64 MB. With 8, a service that was read much takes 150 MB
 * less, for the same processor time. A flag of the operator is kept.
 */
function heapFlags() {
  const name = '--max-semi-space-size';
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-');
  return given.includes(name) ? [] : [`${name}=8`];
}

/**
 * glibc keeps freed memory: by default in an arena for each thread, and what was freed between two blocks in use for
 * good. With one arena, and with large blocks given back as soon as they are free, a service at rest takes 25 MB less.
 */
function memorySettings() {
  return {
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
    MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '131072',
  };
}

function bundledNode() {
  const require = createRequire(import.meta.url);
  try {
    const path = require.resolve(`node-${process.platform}-${process.arch}/bin/node`);
    return existsSync(path) ? path : null;
  } catch {
    // Not installed for this platform.
    return null;
  }
}

// Checks the Python package in python/. Uses a virtual environment with pinned versions, which is kept until those
// change.
//   node scripts/testing/python.ts                 format, lint, and the tests that are not marked system
//   node scripts/testing/python.ts --system        both type checkers, the tests marked system, the wheel and sdist
//   node scripts/testing/python.ts --full          all of it, with the full counts
//   node scripts/testing/python.ts --environment   only makes the environment, with all of that

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROJECT = path.join(ROOT, 'python');
const REQUIREMENTS = 'requirements-dev.txt';
const SYSTEM_REQUIREMENTS = 'requirements-system.txt';
const CACHE = path.join(ROOT, 'node_modules/.cache/python');
const ENVIRONMENT = path.join(CACHE, 'environment');
/** Identify what the environment was made from. Written last, so that an incomplete environment is made again. */
const STAMP = path.join(CACHE, 'made-from');
const SYSTEM_STAMP = path.join(CACHE, 'made-system-from');
const BUILT = path.join(CACHE, 'built');

const STEP_TIMEOUT_MS = 20 * 60_000;

const PYTHON = path.join(ENVIRONMENT, 'bin/python');

type Form = 'quick' | 'system' | 'full';
const FORMS: Record<string, Form> = { '': 'quick', '--system': 'system', '--full': 'full' };

/** Whether these checks of the Python package pass. Prints a line for each, and the output of a failed one. */
function checkPython(form: Form): boolean {
  return (
    hasEnvironment() &&
    (form === 'system' || checkStyle()) &&
    (form === 'quick' || checkTypes()) &&
    step('Python tests', () => runTests(form)) &&
    (form === 'quick' || step('Python wheel and sdist', buildAndTry))
  );
}

function checkStyle(): boolean {
  return (
    step('Python format', () => run(module('ruff', 'format', '--check', '.'))) &&
    step('Python lint', () => run(module('ruff', 'check', '--no-cache', '.')))
  );
}

function hasSystemEnvironment(): boolean {
  return step('Python environment of the system tests', () => install(SYSTEM_REQUIREMENTS, SYSTEM_STAMP));
}

/** Also installs what the build needs. */
function checkTypes(): boolean {
  return (
    hasSystemEnvironment() &&
    step('Python types (mypy)', () => run(module('mypy', '--cache-dir', path.join(CACHE, 'mypy')))) &&
    step('Python types (pyright, as of Python 3.8)', () => run(module('pyright', '--pythonpath', PYTHON)))
  );
}

function runTests(form: Form): Outcome {
  if (form === 'full') return run(module('pytest'), { RF_TEST_FULL: '1' });
  return run(module('pytest', '-m', form === 'system' ? 'system' : 'not system'));
}

function module(...args: string[]): string[] {
  return [PYTHON, '-m', ...args];
}

/** Prints a line only if the environment had to be made. */
function hasEnvironment(): boolean {
  const madeFrom = environmentDigest();
  if (madeFrom !== null && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === madeFrom) return true;
  return step('Python environment', () => makeEnvironment(madeFrom));
}

type Outcome = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

function step(title: string, work: () => Outcome): boolean {
  const begun = performance.now();
  const { status, stdout, stderr } = work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${status === 0 ? '✔' : '✖'} ${title} (${seconds} s)`);
  if (status !== 0) console.log((stdout ?? '') + (stderr ?? ''));
  return status === 0;
}

function run([command, ...args]: readonly string[], environment: Record<string, string> = {}): Outcome {
  const finished = spawnSync(command!, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: STEP_TIMEOUT_MS,
    // Pyright and the tests use the same Node as this script.
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PYTHONPYCACHEPREFIX: path.join(CACHE, 'bytecode'),
      PYRIGHT_PYTHON_IGNORE_WARNINGS: '1',
      ...environment,
    },
  });
  if (finished.error === undefined) return finished;
  return { ...finished, status: finished.status ?? 1, stderr: `${finished.stderr ?? ''}${finished.error}\n` };
}

/** Null without Python. */
function environmentDigest(): string | null {
  const { status, stdout } = run(['python3', '--version']);
  return status === 0 ? digestOf(stdout, REQUIREMENTS) : null;
}

function makeEnvironment(madeFrom: string | null): Outcome {
  if (madeFrom === null) return { status: 1, stdout: '', stderr: 'python3 was not found.\n' };
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const made = run(['python3', '-m', 'venv', ENVIRONMENT]);
  return made.status === 0 ? install(REQUIREMENTS, STAMP, madeFrom) : made;
}

/** Installs what the file lists, unless the stamp says that it was. */
function install(name: string, stamp: string, madeFrom = digestOf('', name)): Outcome {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === madeFrom) return PASSED;
  // Python compiles what it imports, which is a small part of what is installed.
  const options = ['--quiet', '--no-compile', '--no-deps'];
  const installed = run(module('pip', 'install', ...options, '--requirement', path.join(PROJECT, name)));
  if (installed.status === 0) writeFileSync(stamp, madeFrom);
  return installed;
}

const PASSED: Outcome = { status: 0, stdout: '', stderr: '' };

function digestOf(version: string, requirements: string): string {
  const content = readFileSync(path.join(PROJECT, requirements));
  return createHash('sha256').update(version).update(content).digest('hex');
}

/** Builds both archives, installs the wheel as the README says, and tries a client, and replay without httpx. */
function buildAndTry(): Outcome {
  rmSync(BUILT, { recursive: true, force: true });
  const built = run(module('build', '--no-isolation', '--outdir', BUILT, PROJECT));
  if (built.status !== 0) return built;
  const [wheel = 'no wheel'] = globSync(path.join(BUILT, '*.whl'));
  const readme = readFileSync(path.join(PROJECT, 'README.md'), 'utf8');
  if (!readme.includes(`pip install dist/${path.basename(wheel)}`)) {
    return {
      status: 1,
      stdout: '',
      stderr: `python/README.md does not say how to install ${path.basename(wheel)}.\n`,
    };
  }
  const unpacked = path.join(BUILT, 'unpacked');
  const installed = run(module('pip', 'install', '--quiet', '--no-deps', '--target', unpacked, wheel));
  if (installed.status !== 0) return installed;
  const client = 'from rf_indicators import RfClient; print(RfClient(base_url="https://indicators.example"))';
  const tried = run([PYTHON, '-c', client], { PYTHONPATH: unpacked });
  if (tried.status !== 0) return tried;
  const sample = path.join(ROOT, 'conformance/packages/FX-01.json');
  return run([PYTHON, '-S', '-m', 'rf_indicators', 'replay', sample], { PYTHONPATH: unpacked });
}

const [option = ''] = process.argv.slice(2);
const form = FORMS[option];
if (option === '--environment') process.exit(hasEnvironment() && hasSystemEnvironment() ? 0 : 1);
if (form === undefined) {
  console.error(`python.ts does not know ${option}. Options: --system, --full, --environment.`);
  process.exit(2);
}
process.exit(checkPython(form) ? 0 : 1);

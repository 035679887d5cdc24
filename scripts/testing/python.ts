// Checks the Python package in python/: format, types, tests and build. Uses a virtual environment with pinned versions,
// which is kept until those change.
//   node scripts/testing/python.ts [--full]

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROJECT = path.join(ROOT, 'python');
const REQUIREMENTS = path.join(PROJECT, 'requirements-dev.txt');
const CACHE = path.join(ROOT, 'node_modules/.cache/python');
const ENVIRONMENT = path.join(CACHE, 'environment');
/** Identifies what the environment was made from. Written last, so that an incomplete environment is made again. */
const STAMP = path.join(CACHE, 'made-from');
const BUILT = path.join(CACHE, 'built');

const STEP_TIMEOUT_MS = 20 * 60_000;

/** Whether all checks of the Python package pass. Prints a line for each, and the output of a failed one. */
export function checkPython(full: boolean): boolean {
  const python = path.join(ENVIRONMENT, 'bin/python');
  const module = (...args: string[]) => [python, '-m', ...args];
  return (
    step('Python environment', () => makeEnvironment()) &&
    step('Python format', () => run(module('ruff', 'format', '--check', '.'))) &&
    step('Python lint', () => run(module('ruff', 'check', '--no-cache', '.'))) &&
    step('Python types (mypy)', () => run(module('mypy', '--cache-dir', path.join(CACHE, 'mypy')))) &&
    step('Python types (pyright, as of Python 3.8)', () =>
      unlessPassed('pyright', () => run(module('pyright', '--pythonpath', python))),
    ) &&
    step('Python tests', () => run(module('pytest'), full ? { RF_TEST_FULL: '1' } : {})) &&
    step('Python wheel and sdist', () => buildAndTry(python))
  );
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

function makeEnvironment(): Outcome {
  const version = run(['python3', '--version']);
  if (version.status !== 0) return version;
  const madeFrom = createHash('sha256')
    .update(version.stdout)
    .update(readFileSync(REQUIREMENTS))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === madeFrom) return version;
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const made = run(['python3', '-m', 'venv', ENVIRONMENT]);
  if (made.status !== 0) return made;
  const pip = path.join(ENVIRONMENT, 'bin/python');
  const installed = run([pip, '-m', 'pip', 'install', '--quiet', '--requirement', REQUIREMENTS]);
  if (installed.status === 0) writeFileSync(STAMP, madeFrom);
  return installed;
}

/** Pyright keeps nothing between runs, unlike mypy: it is not asked again about sources that it has passed. */
function unlessPassed(name: string, check: () => Outcome): Outcome {
  const stamp = path.join(CACHE, `${name}-passed`);
  const digest = createHash('sha256').update(readFileSync(STAMP));
  for (const file of globSync(['pyproject.toml', '{src,tests}/**/*.{py,pyi,typed}'], {
    cwd: PROJECT,
  }).sort()) {
    digest.update(`${file}\n`).update(readFileSync(path.join(PROJECT, file)));
  }
  const sources = digest.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) {
    return { status: 0, stdout: '', stderr: '' };
  }
  const outcome = check();
  if (outcome.status === 0) writeFileSync(stamp, sources);
  return outcome;
}

/** Builds both archives, installs the wheel as the README says, and tries a client, and replay without httpx. */
function buildAndTry(python: string): Outcome {
  rmSync(BUILT, { recursive: true, force: true });
  const built = run([python, '-m', 'build', '--no-isolation', '--outdir', BUILT, PROJECT]);
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
  const installed = run([
    python,
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--target',
    unpacked,
    wheel,
  ]);
  if (installed.status !== 0) return installed;
  const client = 'from rf_indicators import RfClient; print(RfClient())';
  const tried = run([python, '-c', client], { PYTHONPATH: unpacked });
  if (tried.status !== 0) return tried;
  const sample = path.join(ROOT, 'conformance/packages/FX-01.json');
  return run([python, '-S', '-m', 'rf_indicators', 'replay', sample], { PYTHONPATH: unpacked });
}

if (import.meta.main) process.exit(checkPython(process.argv.includes('--full')) ? 0 : 1);

// Prints what comes of the tests while they run: a line for each file, and each failure in full.

import type { FromProcess } from './messages.ts';

/** How much of what a failed file printed is shown. */
const MOST_OUTPUT = 20_000;
/** How much of an error is repeated at the end of a run. */
const MOST_REPEATED = 1500;
/** What the test runner says of itself at its end. */
const RUNNER_COUNTS = /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export class Results {
  passed = 0;
  skipped = 0;
  /** Names of failed tests, each after the file that it is in. */
  readonly failed: string[] = [];
  /** Why tests failed, by name. */
  readonly #errors = new Map<string, string>();
  readonly cpuSeconds = new Map<string, number>();
  /** Whether a line is printed for each test, too. */
  readonly isVerbose: boolean;

  constructor(isVerbose: boolean) {
    this.isVerbose = isVerbose;
  }

  fail(names: readonly string[], error: string): void {
    const name = names.join(' › ');
    this.failed.push(name);
    this.#errors.set(name, error);
    console.log(`✖ ${name}\n${indented(error)}`);
  }

  /** For the end of a run, because only the end of a long output may be at hand. */
  describe(name: string): string {
    const error = this.#errors.get(name) ?? '';
    const shown = error.length > MOST_REPEATED ? `${error.slice(0, MOST_REPEATED)} …` : error;
    return `  ${name}\n${indented(shown)}`.trimEnd();
  }
}

/** The results of one file while it runs. */
export class FileResults {
  readonly file: string;
  /** Whether a failure was reported. */
  hasFailed = false;
  readonly #all: Results;
  readonly #lines: string[] = [];
  #tests = 0;
  #output = '';

  constructor(file: string, all: Results) {
    this.file = file;
    this.#all = all;
  }

  ended({ names, outcome, seconds, error }: FromProcess & { kind: 'ended' }): void {
    const isFile = names.length === 1;
    // A file or a group that failed only by its tests is not one more failure.
    if (error !== null) this.#fail(names, error);
    if (isFile) {
      this.#print(outcome === 'failed', seconds);
      return;
    }
    this.#tests += 1;
    const mark = { passed: '✔', failed: '✖', skipped: '﹣' }[outcome];
    const indent = '  '.repeat(names.length - 1);
    this.#lines.push(`${indent}${mark} ${names.at(-1)} (${seconds.toFixed(2)} s)`);
    if (outcome !== 'failed') this.#all[outcome] += 1;
  }

  said(text: string): void {
    // The runner could find no test for an error that nobody caught.
    if (text.startsWith('Error: ')) this.#fail([this.file], text);
    else if (!RUNNER_COUNTS.test(text)) this.#lines.push(`  ℹ ${text}`);
  }

  printed(text: string): void {
    if (this.#all.isVerbose) process.stdout.write(text);
    else this.#output = (this.#output + text).slice(-MOST_OUTPUT);
  }

  /** The process of the file has ended, and the file has not. */
  broke(reason: string): void {
    this.#fail([this.file, reason], this.#output);
  }

  #fail(names: readonly string[], error: string): void {
    this.hasFailed = true;
    this.#all.fail(names, error);
  }

  #print(failed: boolean, seconds: number): void {
    const tests = `${this.#tests} test${this.#tests === 1 ? '' : 's'}`;
    console.log(`${failed ? '✖' : '✔'} ${this.file} (${tests}, ${seconds.toFixed(1)} s)`);
    if (this.#all.isVerbose) for (const line of this.#lines) console.log(line);
    if (failed && this.#output !== '') console.log(`  It printed:\n${indented(this.#output)}`);
  }
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '    ');

// npm run answers: records every answer of a server, and compares two recordings.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRules } from './answers/allowed.ts';
import { compareRecordings } from './answers/compare.ts';
import { record } from './answers/record.ts';
import { readRecording, writeRecording } from './answers/recording.ts';
import { report } from './answers/report.ts';

const USAGE = `Usage:
  npm run answers -- record CHECKOUT DEMO FILE
      Starts the server of the checkout in the folder CHECKOUT on a copy of the demo data in the
      folder DEMO, asks for everything it answers, and writes the answers to FILE.
      Make the demo data with: RF_DATA_DIR=DEMO npx rf demo
  npm run answers -- compare BEFORE AFTER [--allow RULES]
      Compares two recordings and lists the answers that differ, grouped by kind of difference.
      RULES is a JSON file of differences that are intended, each with its reason.

Exit codes: 0 no difference that is not allowed, 1 differences, 2 wrong usage.
To compare two versions, record both with the same demo data.`;

class UsageError extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  const [command, ...given] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (command === 'record' && given.length === 3 && values.allow === undefined) return recordTo(given);
  if (command === 'compare' && given.length === 2) return compareFiles(given, values.allow);
  throw new UsageError('Name a command and its files.');
}

function readArguments(args: string[]) {
  try {
    const options = { allow: { type: 'string' }, help: { type: 'boolean' } } as const;
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function recordTo([checkout, demo, file]: string[]): Promise<number> {
  const launcher = path.resolve(checkout!, 'packages/server/bin/rf.mjs');
  if (!existsSync(launcher)) throw new UsageError(`${launcher} does not exist: CHECKOUT must be a checkout.`);
  const credentials = path.resolve(demo!, 'demo-credentials.json');
  if (!existsSync(credentials))
    throw new UsageError(`${credentials} does not exist: DEMO must be a demo folder.`);
  const begun = performance.now();
  const recording = await record(path.resolve(checkout!), path.resolve(demo!));
  writeRecording(file!, recording);
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`Recorded ${recording.answers.length} answers in ${seconds} s: ${file}`);
  for (const [rule, count] of Object.entries(recording.normalised)) {
    console.log(`  normalised in ${count}: ${rule}`);
  }
  return 0;
}

function compareFiles([before, after]: string[], allow: string | undefined): number {
  for (const file of [before!, after!, ...(allow === undefined ? [] : [allow])]) {
    if (!existsSync(file)) throw new UsageError(`${file} does not exist.`);
  }
  const rules = allow === undefined ? [] : readRules(readFileSync(allow, 'utf8'));
  const comparison = compareRecordings(readRecording(before!), readRecording(after!), rules);
  console.log(report(comparison, rules));
  return comparison.groups.length === 0 ? 0 : 1;
}

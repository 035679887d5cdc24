// npm run bench: measures speed as ratios to a named peer in the same execution, not as absolute times.

import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import { formOf } from './measurement.ts';
import { writeResults } from './results.ts';
import { removeTemporaryWorlds } from './world/worlds.ts';

const HELP = `npm run bench [-- NAME…] [-- --short]

Runs all benchmarks, or those that are named: ${Object.keys(BENCHMARKS).join(', ')}.
Each writes its results into bench/results; "npm run generate" makes the tables and charts in docs/operate/benchmarks.md from
them. With --short, everything is small, takes about a minute each, and writes no results: it shows that a benchmark works.

Set RF_BENCH_WORLDS to a folder to keep the generated worlds between executions. A world of 100,000 providers takes about
16 minutes of processor time, and several GB.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !(name in BENCHMARKS));
if (values.help) console.log(HELP);
else if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}.\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
  try {
    for (const name of names) await runBenchmark(name);
  } finally {
    await removeTemporaryWorlds();
  }
}

async function runBenchmark(name: string): Promise<void> {
  console.log(`${name}:`);
  try {
    const measurements = await BENCHMARKS[name]!(formOf(values.short));
    for (const { what, measured, target, met, note } of measurements) {
      console.log(
        `  ${met === null ? '      ' : met ? 'met   ' : 'MISSED'} ${what}: ${measured} (target ${target})`,
      );
      if (note !== undefined) console.log(`         ${note}`);
      if (met === false) process.exitCode = 1;
    }
    if (!values.short) writeResults(name, measurements);
  } catch (error) {
    // The others are still worth measuring.
    console.error(error);
    process.exitCode = 1;
  }
}

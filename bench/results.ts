// Results of the full forms, as committed in bench/results: one file for each benchmark.

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Environment, environment } from './environment.ts';
import type { Measurement } from './measurement.ts';

export interface Results extends Environment {
  benchmark: string;
  /** Makes these results again. */
  command: string;
  measured_on: string;
  measurements: Measurement[];
}

const folder = fileURLToPath(new URL('results', import.meta.url));

export function writeResults(benchmark: string, measurements: Measurement[]): void {
  const results: Results = {
    benchmark,
    command: `npm run bench -- ${benchmark}`,
    measured_on: new Date().toISOString().slice(0, 10),
    ...environment(),
    measurements: measurements.map(rounded),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${benchmark}.json`, `${JSON.stringify(results, null, 2)}\n`);
}

export function readResults(): Results[] {
  return globSync('*.json', { cwd: folder })
    .sort()
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Results);
}

/** More digits than this are noise. */
function rounded(measurement: Measurement): Measurement {
  const { figures, ratio } = measurement;
  const digits = (value: number) => Number(value.toPrecision(4));
  return {
    ...measurement,
    ...(figures === undefined
      ? {}
      : { figures: figures.map((figure) => ({ ...figure, value: digits(figure.value) })) }),
    ...(ratio === undefined ? {} : { ratio: digits(ratio) }),
  };
}

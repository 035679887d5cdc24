// What benchmarks rest on: generated worlds are sound, and charts say what the results say. How fast anything is, no test
// checks.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { connectStore } from '@rf-indicators/core/store/connect';
import { ratioAtLeast, valueAtMost } from '../bench/measurement.ts';
import type { Results } from '../bench/results.ts';
import type { ServedWorld } from '../bench/world/make-world.ts';
import { barChart } from '../scripts/generate/benchmarks/bar-chart.ts';
import { cases } from './support/counts.ts';
import { temporaryFolder } from './support/lifetime.ts';

/** More than go through the acts. */
const PROVIDERS = 30;

test('a world that is written in bulk is published and passes every check', {
  skip: cases(true, false),
}, async (t) => {
  const folder = temporaryFolder(t);
  const script = fileURLToPath(new URL('../bench/world/make-world.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, String(PROVIDERS), '1']);
  const world = JSON.parse(stdout) as ServedWorld;
  assert.equal(world.providers.length, PROVIDERS);
  assert.equal(world.keys.length, 1);
  const store = await connectStore({ dataDir: folder, databaseUrl: null });
  t.after(() => store.close());
  const { indicators, findings } = await verifyAll(store.db);
  assert.equal(indicators, PROVIDERS);
  assert.deepEqual(findings, []);
});

const RESULTS: Results = {
  benchmark: 'example',
  command: 'npm run bench -- example',
  measured_on: '2026-11-16',
  machine: { cpu: 'a processor', cores: 2, memoryGiB: 4, kernel: 'Linux' },
  versions: { node: '24' },
  commit: 'abc',
  measurements: [
    ratioAtLeast(
      {
        what: 'ours & others / <the peer>',
        ours: { label: 'ours', value: 500, unit: 'requests per second' },
        peer: { label: 'the peer', value: 1000, unit: 'requests per second' },
      },
      0.6,
    ),
  ],
};

test('a chart has bars in proportion, their figures as text, and whether the target was met', () => {
  const svg = barChart(RESULTS);
  const [ours, peer] = [...svg.matchAll(/class="(?:ours|peer)" [^>]*width="(\d+)"/g)].map((bar) =>
    Number(bar[1]),
  );
  assert.equal(ours! * 2, peer);
  assert.match(
    svg,
    /<desc id="desc">ours &amp; others \/ &lt;the peer&gt;: ours 500 requests per second, the peer 1,000/,
  );
  assert.match(svg, />0\.50 times; target at least 0\.6: not met</);
  assert.match(svg, /prefers-color-scheme: dark/);
});

test('a count of 0 has a bar, too', () => {
  const none = valueAtMost('requests that fail', { label: 'failed', value: 0, unit: 'requests' }, 0);
  const svg = barChart({ ...RESULTS, measurements: [none] });
  assert.match(svg, /class="ours" [^>]*width="1"/);
  assert.match(svg, />0 requests</);
  assert.match(svg, />target at most 0 requests: met</);
});

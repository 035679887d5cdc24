// The charts of bench/results in the docs, one for each benchmark with figures of its own and of a peer.

import { readResults } from '../../bench/results.ts';
import { barChart } from './benchmarks/bar-chart.ts';
import { charted, chartPath } from './benchmarks/tables.ts';
import type { GeneratedFile } from './generated-file.ts';

export function benchmarkFiles(): GeneratedFile[] {
  return readResults()
    .filter(charted)
    .map((results) => ({ path: `docs/${chartPath(results)}`, text: barChart(results) }));
}

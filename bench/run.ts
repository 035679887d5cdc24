// npm run bench: measures speed as ratios to a named baseline in the same execution, not as absolute times.
//   npm run bench -- NAME…   runs only the named benchmarks

import { agentBench } from './agent.ts';
import { readingBench } from './http/reading.ts';
import { routerBypassBench } from './http/router-bypass.ts';
import { slowClientsBench } from './http/slow-clients.ts';
import type { Measurement } from './measurement.ts';
import { publishingBench } from './publishing.ts';
import { scoringBench } from './scoring.ts';
import { webhooksBench } from './webhooks.ts';

const BENCHES: Record<string, () => Measurement[] | Promise<Measurement[]>> = {
  scoring: scoringBench,
  publishing: publishingBench,
  reading: readingBench,
  'router-bypass': routerBypassBench,
  'slow-clients': slowClientsBench,
  webhooks: webhooksBench,
  agent: agentBench,
};

const chosen = process.argv.slice(2);
let missed = 0;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`${name}:`);
  for (const { what, measured, target, met } of await bench()) {
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${what}: ${measured} (target ${target})`);
    if (!met) missed += 1;
  }
}
if (missed > 0) process.exitCode = 1;

// The benchmarks, by name, in the order in which they run: the quickest first, and those of 100,000 providers last.

import { agentBench } from './agent.ts';
import { booksBench } from './books.ts';
import { commandsBench } from './commands.ts';
import { decisionsBench } from './decisions.ts';
import { deskBench } from './desk.ts';
import { diskBench } from './disk.ts';
import { besideRunsBench } from './http/beside-runs.ts';
import { coldReadsBench } from './http/cold-reads.ts';
import { idleDemoBench } from './http/idle-demo.ts';
import { manyProvidersBench } from './http/many-providers.ts';
import { nodesBench } from './http/nodes.ts';
import { readingBench } from './http/reading.ts';
import { restartBench } from './http/restart.ts';
import { routerBypassBench } from './http/router-bypass.ts';
import { sharedLimitsBench } from './http/shared-limits.ts';
import { signInsBench } from './http/sign-ins.ts';
import { slowClientsBench } from './http/slow-clients.ts';
import { startBench } from './http/start.ts';
import { usualWayBench } from './http/usual-way.ts';
import type { Form, Measurement } from './measurement.ts';
import { publishingBench } from './publishing.ts';
import { runCostBench } from './run-cost.ts';
import { scoringBench } from './scoring.ts';
import { verifyingBench } from './verifying.ts';
import { viewsBench } from './views.ts';
import { watchesBench } from './watches.ts';
import { webhooksBench } from './webhooks.ts';
import { yearBench } from './year.ts';

export const BENCHMARKS: Record<string, (form: Form) => Measurement[] | Promise<Measurement[]>> = {
  scoring: scoringBench,
  commands: commandsBench,
  reading: readingBench,
  'usual-way': usualWayBench,
  'shared-limits': sharedLimitsBench,
  nodes: nodesBench,
  restart: restartBench,
  'router-bypass': routerBypassBench,
  'slow-clients': slowClientsBench,
  'sign-ins': signInsBench,
  'idle-demo': idleDemoBench,
  agent: agentBench,
  webhooks: webhooksBench,
  publishing: publishingBench,
  disk: diskBench,
  verifying: verifyingBench,
  year: yearBench,
  decisions: decisionsBench,
  books: booksBench,
  watches: watchesBench,
  'beside-runs': besideRunsBench,
  'cold-reads': coldReadsBench,
  start: startBench,
  desk: deskBench,
  views: viewsBench,
  'many-providers': manyProvidersBench,
  'run-cost': runCostBench,
};

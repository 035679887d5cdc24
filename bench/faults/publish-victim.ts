// The process under fault injection: publishes one prepared draft and prints an acknowledgement.
//   node publish-victim.ts DATA_DIR RUN_ID NOW

import { writeSync } from 'node:fs';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { reopen } from '../../test/support/reopened.ts';

const [dataDir, runId, now] = process.argv.slice(2);
const world = await reopen({ dataDir: dataDir!, databaseUrl: null }, Number(now));
await publishRun(world.desk, world.operator, runId!, world.publisher);
// With the time in seconds, as in strace's output, so that it can be compared with the time of the fault.
writeSync(1, `published ${(performance.timeOrigin + performance.now()) / 1000}\n`);
await world.desk.store.close();

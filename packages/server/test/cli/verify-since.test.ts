// rf verify --since: takes a kept checkpoint, says what it does not look at again, and refuses what is no checkpoint.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, publishedPlace, publishNow } from '../../../../test/support/world.ts';
import { EXIT } from '../../src/cli/terminal.ts';
import { programOf, runCommand } from './run-command.ts';

onEitherStore('verifies what is newer than a kept checkpoint', async (kind, t) => {
  const { location, world } = await publishedPlace(kind, t);
  const make = await programOf('verify');
  const { dataDir, databaseUrl } = location;
  const env = { RF_DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const verify = (...args: string[]) => runCommand(make, ['verify', ...args], { env });
  const kept = path.join(temporaryFolder(t), 'kept');
  const { note } = (await latestCheckpoint(world.store.db))!;
  writeFileSync(kept, note);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world);

  const { code, out } = await verify('--since', kept);
  assert.equal(code, EXIT.ok);
  const text = out.join('\n');
  assert.match(
    text,
    /^Verified what is newer than a checkpoint of \d+ log entries and \d+ records\. Older packages, signatures, documents and rows were not looked at again: rf verify --all does that\.$/m,
  );
  assert.match(text, /^VERIFIED: no problems found$/m);
  const all = JSON.parse((await verify('--all', '--json')).out.join('\n'));
  const since = JSON.parse((await verify('--since', kept, '--json')).out.join('\n'));
  assert.equal(all.covered, null);
  assert.deepEqual(Object.keys(since.covered), ['leaves', 'entries']);
  assert.ok(since.packages < all.packages);

  // A checkpoint file has a line for each; the newest one counts.
  writeFileSync(kept, `\n${JSON.stringify('older')}\n\n${JSON.stringify(note)}\n`);
  const fromFile = JSON.parse((await verify('--since', kept, '--json')).out.join('\n'));
  assert.deepEqual(fromFile.covered, since.covered);

  writeFileSync(kept, 'no checkpoint');
  await assert.rejects(verify('--since', kept), /The checkpoint was not signed by the keys of this log/);
  await assert.rejects(
    verify('--all', '--since', kept),
    /--all verifies everything, and --since what is newer/,
  );
  await assert.rejects(verify('--offline', 'x', '--since', kept), /--offline an export/);
});

// rf migrate: applies pending migrations to a store. No other command does that.

import { existsSync } from 'node:fs';
import { isOlderThanMacs } from '@rf-indicators/core/log/begin-macs';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate, requireUsable } from '@rf-indicators/core/store/migrate';
import { type MigrationPlan, planMigrations } from '@rf-indicators/core/store/shared-migration';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { Store } from '@rf-indicators/core/store/store';
import { Command } from 'commander';
import { requireYes } from '../confirmation.ts';
import { storeLocation } from '../store-session.ts';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';
import { giveFirstMacs, requireKeyOf } from './first-macs.ts';

interface Options {
  yes: boolean;
  despiteOlderNodes: boolean;
}

const STEPS = {
  expand: 'adds to the store; older nodes keep running',
  contract: 'changes what older nodes use',
} as const;

export function migrateCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('migrate')
    .option('--yes', 'apply them: this cannot be undone', false)
    .option(
      '--despite-older-nodes',
      'also apply migrations that break running nodes of an older version',
      false,
    )
    .addHelpText(
      'after',
      '\nNo other command migrates a store. On PostgreSQL, connect to the database itself, not through PgBouncer.' +
        '\nTake a backup first, with the version of rf that last opened the store.' +
        '\nIt needs the master key: a store that is older than MACs is verified as a whole, and then gets its first ones.' +
        '\nThe exit code is 1 if the store was altered, or a migration waits for nodes of an older version to end.',
    )
    .action(async (options: Options) => {
      const location = storeLocation(terminal);
      if (location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir)))
        throw new UsageError(
          `There is no store in ${location.dataDir}. Run rf init first, or set RF_DATA_DIR.`,
        );
      const store = await connectStore(location, { connections: 2 });
      try {
        await migrateStore(store, options, terminal, finish);
      } finally {
        await store.close();
      }
    });
}

async function migrateStore(
  store: Store,
  { yes, despiteOlderNodes }: Options,
  terminal: Terminal,
  finish: Finish,
): Promise<void> {
  const { db, kind } = store;
  const plan = await planMigrations(db, kind, { force: despiteOlderNodes });
  if (plan.isNew || plan.pending.length === 0) {
    // Says that there is no store, or that it belongs to a newer version.
    const isInterrupted = !plan.isNew && (await isOlderThanMacs(db));
    if (!isInterrupted) await requireUsable(db);
    // Finishes what an earlier migration began, if it was interrupted.
    await migrate(db, kind);
    if (isInterrupted) return giveFirstMacs(store, terminal, finish);
    return terminal.out('No migration is pending.');
  }
  terminal.out('Pending:');
  for (const { name, step } of plan.pending) terminal.out(`  ${name.padEnd(widthOf(plan))}  ${STEPS[step]}`);
  const last = plan.allowed.at(-1);
  if (last !== undefined) {
    await requireKeyOf(store, terminal);
    requireYes(yes, `This applies ${counted(plan.allowed.length)}.`);
    const onStart = (name: string) => terminal.out(`Applying ${name} …`);
    await migrate(db, kind, { onStart, until: plan.refused === null ? undefined : last });
    terminal.out(`Applied ${counted(plan.allowed.length)}.`);
  }
  if (plan.refused === null) {
    if (await isOlderThanMacs(db)) await giveFirstMacs(store, terminal, finish);
    return;
  }
  const { name, needs, nodes } = plan.refused;
  terminal.err(
    `${name} was not applied: ${nodes.length === 1 ? 'a node runs a version' : 'nodes run versions'} that ` +
      `${nodes.length === 1 ? 'does' : 'do'} not know ${needs} (${nodes.join(', ')}). Upgrade or stop ` +
      `${nodes.length === 1 ? 'it' : 'them'}, wait 30 seconds, and run rf migrate again.`,
  );
  finish(EXIT.no);
}

function widthOf({ pending }: MigrationPlan): number {
  return Math.max(...pending.map(({ name }) => name.length));
}

function counted(migrations: number): string {
  return migrations === 1 ? '1 migration' : `${migrations} migrations`;
}

// Faults of the database server.

import type { Fault } from '../fault.ts';

export const DATABASE_FAULTS: Fault[] = [
  {
    name: 'postgres-stop',
    what: 'PostgreSQL is stopped, and started again',
    seconds: { full: 60, short: 4 },
    async begin({ database }) {
      await database.stop();
      return () => database.start();
    },
  },
  {
    name: 'postgres-crash',
    what: 'PostgreSQL is killed with its connections (immediate shutdown), and started again at once',
    seconds: { full: 1, short: 1 },
    async begin({ database }) {
      await database.crash();
      return () => database.start();
    },
  },
  {
    name: 'postgres-hang',
    what: 'PostgreSQL hangs: its processes are paused',
    seconds: { full: 60, short: 4 },
    async begin({ database }) {
      database.freeze();
      return async () => database.unfreeze();
    },
  },
  {
    name: 'postgres-switch',
    what: 'the standby is promoted, and the old primary is demoted: it answers 25006 to writes on old connections',
    seconds: { full: 1, short: 1 },
    async begin({ database, databaseNetwork }) {
      await database.switchOver((port) => databaseNetwork.pointTo(port));
      return async () => undefined;
    },
    // Only now: until the nodes have recovered, the demoted server keeps the old connections.
    async check({ database }) {
      await database.rebuild();
      return [];
    },
  },
];

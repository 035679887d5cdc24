// All faults: those of the world of three nodes, and drills with a world of their own.

import { CLOCK_DRILL } from './drills/clock.ts';
import { DISK_DRILLS } from './drills/disk.ts';
import type { Drill } from './drills/drill.ts';
import { RESTORE_DRILL } from './drills/restore.ts';
import type { Fault } from './fault.ts';
import { DATABASE_FAULTS } from './faults/database.ts';
import { NETWORK_FAULTS } from './faults/network.ts';
import { NODE_FAULTS } from './faults/nodes.ts';
import { REDIS_FAULTS, REDIS_FLUSH } from './faults/redis.ts';
import { TRAFFIC_FAULTS } from './faults/traffic.ts';
import { UPGRADE_FAULTS } from './faults/upgrade.ts';

/** The upgrade comes last: the nodes stay on the next version. */
export const FAULTS: readonly Fault[] = [
  ...DATABASE_FAULTS,
  ...REDIS_FAULTS,
  ...NODE_FAULTS,
  ...NETWORK_FAULTS,
  ...TRAFFIC_FAULTS,
  REDIS_FLUSH,
  ...UPGRADE_FAULTS,
];

export const DRILLS: readonly Drill[] = [...DISK_DRILLS, CLOCK_DRILL, RESTORE_DRILL];

/** Those that a mixed run chooses from: they end by themselves, and leave the nodes as they were. */
export const MIXED_FAULTS: readonly Fault[] = [
  ...DATABASE_FAULTS,
  ...REDIS_FAULTS,
  ...NODE_FAULTS,
  ...NETWORK_FAULTS,
];

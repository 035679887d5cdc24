// Faults of the network between the nodes and the database or Redis: a TCP proxy stands between them.

import type { Fault } from '../fault.ts';
import type { World } from '../world/world.ts';

type Link = 'databaseNetwork' | 'redisNetwork';
const NAMES: Readonly<Record<Link, string>> = { databaseNetwork: 'the database', redisNetwork: 'Redis' };

function faultsOf(link: Link, prefix: string): Fault[] {
  const to = NAMES[link];
  const touchesLimits = link === 'redisNetwork';
  const network = (world: World) => world[link];
  return [
    {
      name: `${prefix}-drop`,
      what: `packets to ${to} are dropped silently`,
      seconds: { full: 60, short: 4 },
      touchesLimits,
      async begin(world) {
        await network(world).setMode('drop');
        return () => network(world).setMode('forward');
      },
    },
    {
      name: `${prefix}-delay`,
      what: `packets to ${to} take 300 ms longer`,
      seconds: { full: 60, short: 3 },
      touchesLimits,
      async begin(world) {
        network(world).setDelay(300);
        return async () => network(world).setDelay(0);
      },
    },
    {
      name: `${prefix}-cut`,
      what: `connections to ${to} are cut every second`,
      seconds: { full: 30, short: 3 },
      touchesLimits,
      async begin(world) {
        network(world).cutAll();
        const cutting = setInterval(() => network(world).cutAll(), 1000);
        return async () => clearInterval(cutting);
      },
    },
  ];
}

export const NETWORK_FAULTS: Fault[] = [
  ...faultsOf('databaseNetwork', 'database-network'),
  ...faultsOf('redisNetwork', 'redis-network'),
];

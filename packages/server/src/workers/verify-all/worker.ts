// A thread of rf verify --all. It checks the portions of packages and indicators that it is given, and compares tables with
// the record chain.

import type { MessagePort } from 'node:worker_threads';
import { type CheckMaterial, portionCheck } from '@rf-indicators/core/desk/verification/portion-checks';
import { checkSnapshots, type SnapshotRange } from '@rf-indicators/core/desk/verification/prepared-checks';
import { checkTables } from '@rf-indicators/core/desk/verification/record-checks';
import type { Table } from '@rf-indicators/core/store/schema';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { serveRequests } from '../rpc/requests.ts';

export interface VerifierSettings {
  material: CheckMaterial;
  location: StoreLocation;
}

export async function run(port: MessagePort, { material, location }: VerifierSettings): Promise<void> {
  const stopping = serveRequests(port, {
    check: await portionCheck(material),
    // Each in a snapshot of its own: a transaction writes rows together with their entries.
    checkSnapshots: (ranges: readonly SnapshotRange[]) =>
      withSnapshot(location, ({ db }) => checkSnapshots(db, ranges)),
    checkTables: (tables: readonly Table[]) => withSnapshot(location, ({ db }) => checkTables(db, tables)),
  });
  stopping.then(() => port.close());
}

// Messages between the serving thread and the reading thread.

import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { DataStatus } from '../../rendering/data-status.ts';
import type { Swap } from '../../rendering/published.ts';

export interface ReaderSettings {
  location: StoreLocation;
  baseUrl: string;
  disclosure: string;
  /** What the serving thread may hold. */
  budgetBytes: number;
}

export type FromReader =
  | { kind: 'swap'; swap: Swap }
  | { kind: 'bodies'; bodies: Swap['bodies'] }
  | { kind: 'access'; rows: AccessRow[] }
  | { kind: 'dataStatus'; status: DataStatus }
  | { kind: 'ready' }
  /** The store cannot be asked; what is held is served on. */
  | { kind: 'trouble'; error: string }
  | { kind: 'well' };

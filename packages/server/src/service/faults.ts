// Keeps the faults of what the service depends on, and logs when one begins and when it ends.

import { STORE_FAULTS, type StoreFault } from '@rf-indicators/core/store/store-fault';
import type { DependencyName, Faults } from '../api/service-state.ts';
import type { SharedClock } from '../clock/shared-clock.ts';
import type { Log } from './log.ts';

export class FaultKeeper {
  readonly current: Faults = {};
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `advice` is only logged; everyone can read `message`. */
  begin(dependency: DependencyName, message: string, advice: string): void {
    if (this.current[dependency] === message) return;
    this.current[dependency] = message;
    this.#log.error(`${dependency} failed: ${message} Advice: ${advice}.`);
  }

  end(dependency: DependencyName): void {
    if (this.current[dependency] === undefined) return;
    if (this.isDamaged && dependency.startsWith('store_')) return;
    delete this.current[dependency];
    this.#log.info(`${dependency} works again.`);
  }

  /** null: the request failed for a reason that is not in the store. */
  beginStoreFault(dependency: 'store_reads' | 'store_writes', fault: StoreFault | null): void {
    if (fault === 'damaged') this.foundDamage();
    if (fault === null) {
      this.begin(dependency, 'A request to the store failed.', 'the log has the error');
    } else this.begin(dependency, STORE_FAULTS[fault].message, STORE_FAULTS[fault].todo);
  }

  /** Call this about once per second. */
  setClock({ hasJumped, differsFromDatabase }: Pick<SharedClock, 'hasJumped' | 'differsFromDatabase'>): void {
    if (differsFromDatabase)
      this.begin(
        'clock',
        'The clocks of this machine and of the database differ by more than a minute. Scheduled work waits until they agree.',
        'set the clocks of both machines (timedatectl, NTP)',
      );
    else if (hasJumped)
      this.begin(
        'clock',
        'The clock of this machine jumped. Scheduled work waits until it has run steadily for ten minutes.',
        'check the clock of the machine (timedatectl, NTP)',
      );
    else this.end('clock');
  }

  /** Never ends while the process runs: requests that touch intact pages succeed, and say nothing about the others. */
  get isDamaged(): boolean {
    return this.current.store_integrity !== undefined;
  }

  foundDamage(): void {
    this.begin('store_integrity', STORE_FAULTS.damaged.message, STORE_FAULTS.damaged.todo);
  }
}

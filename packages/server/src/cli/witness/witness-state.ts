// What a witness remembers: the latest checkpoint that it cosigned of each log. It must never be lost or go back, because
// a witness that forgot could cosign a fork. SQLite syncs each change to the disk and locks it against other processes.

import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '@rf-indicators/core/store/file-modes';

export interface CosignedCheckpoint {
  size: number;
  /** Base64 of the root hash. */
  root: string;
  /** The note with the signature of the log and the cosignature. */
  note: string;
}

export class WitnessState {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    makePrivateFile(file);
    this.#db = new DatabaseSync(file, { timeout: 5000 });
    this.#db.exec('pragma synchronous = full');
    this.#db.exec(
      'create table if not exists cosigned (origin text primary key, size integer not null, root text not null, note text not null) strict',
    );
  }

  /** The latest checkpoint of a log; null if none was cosigned. */
  latest(origin: string): CosignedCheckpoint | null {
    const row = this.#db.prepare('select size, root, note from cosigned where origin = ?').get(origin);
    return row === undefined ? null : (row as unknown as CosignedCheckpoint);
  }

  /**
   * Records a checkpoint if the latest one is still the one that it was checked against. Comparing and writing are one
   * transaction, so of two requests at the same time, in whichever process, only one succeeds.
   */
  replace(origin: string, checked: CosignedCheckpoint | null, next: CosignedCheckpoint): boolean {
    this.#db.exec('begin immediate');
    try {
      const latest = this.latest(origin);
      const isUnchanged = latest?.size === checked?.size && latest?.root === checked?.root;
      if (isUnchanged) {
        this.#db
          .prepare('insert or replace into cosigned (origin, size, root, note) values (?, ?, ?, ?)')
          .run(origin, next.size, next.root, next.note);
      }
      this.#db.exec('commit');
      return isUnchanged;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }
}

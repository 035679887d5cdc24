// A small disk of its own (tmpfs), which can be filled and freed.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const BLOCK = Buffer.alloc(64 * 1024);

export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static canMount(): boolean {
    const disk = SmallDisk.mount(1);
    disk?.unmount();
    return disk !== null;
  }

  /** null where this process may not mount one. */
  static mount(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-disk-'));
    const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder];
    if (spawnSync('mount', options, { stdio: 'ignore' }).status === 0) return new SmallDisk(folder);
    rmdirSync(folder);
    return null;
  }

  /** Nothing more can be written afterwards, not even what another process deletes and writes again. */
  fill(): void {
    const file = openSync(this.#ballast(), 'a');
    for (const block of [BLOCK, BLOCK.subarray(0, 4096)]) {
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    // An open file would keep its space when it is removed.
    closeSync(file);
  }

  free(): void {
    rmSync(this.#ballast(), { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder], { stdio: 'ignore' });
    rmdirSync(this.folder);
  }

  #ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

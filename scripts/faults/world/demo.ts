// The demo that a world begins with.

import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rfInOwnProcess } from '../../../test/support/rf-process.ts';

/** The folder of a new demo on SQLite. */
export async function makeDemo(tell: (line: string) => void): Promise<string> {
  tell('Making the demo.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-faults-demo-'));
  const { code, stderr } = await rfInOwnProcess(['demo'], { RF_DATA_DIR: folder });
  if (code !== 0) throw new Error(`rf demo ended with ${code}: ${stderr.slice(-500)}`);
  return folder;
}

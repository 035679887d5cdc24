// Where the embedded store is. Apart from the driver, for those who do not load it.

import path from 'node:path';

export function sqliteFile(dataDir: string): string {
  return path.join(dataDir, 'rf.sqlite');
}

// Builds the application and the scripts of the public pages, unless the build at hand was made from the same sources.
// `npm ci`, `npm start` and `npm test` run it, so that nobody has to remember to.

import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const mark = path.join(repository, 'packages/web/dist/sources.sha256');

/** What the build depends on. The lockfile has the versions of the libraries. */
const SOURCES = [
  'package-lock.json',
  'packages/web/{index.html,package.json,tsconfig.json,vite.config.ts,site.config.ts,kept.config.ts}',
  'packages/web/{build,src}/**/*',
  'packages/{contract,engine}/src/**/*.ts',
  // What pages share with the desk of the service.
  'packages/core/src/{context,desk/inputs}/*.ts',
];

const digest = digestOfSources();
if (builtFrom() !== digest) {
  const vite = await import('vite').catch(() => null);
  if (vite === null) {
    process.stderr.write(
      'The web pages are not built, because the packages for building are not installed. Run npm ci.\n',
    );
  } else {
    // The first empties the folder of all.
    for (const config of ['vite.config.ts', 'site.config.ts', 'kept.config.ts'])
      await vite.build({ configFile: path.join(repository, 'packages/web', config), logLevel: 'warn' });
    writeFileSync(mark, digest);
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: repository, withFileTypes: true }));
  const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
  for (const name of [...new Set(names)].sort()) {
    hash.update(`${path.relative(repository, name)}\n`);
    hash.update(createHash('sha256').update(readFileSync(name)).digest());
  }
  return hash.digest('hex');
}

function builtFrom(): string | null {
  try {
    return readFileSync(mark, 'utf8');
  } catch {
    return null;
  }
}

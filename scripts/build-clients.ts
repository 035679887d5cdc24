// Writes the generated parts of the clients for JavaScript and Python, and packs the clients, unless what is at hand was made
// from the same sources. The service serves the packages, so that they can be installed without a public registry. `npm ci`,
// `npm start` and `npm test` run this.

import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { packCommandLine } from './clients/command-line.ts';
import { digestOf, generateParts } from './clients/generated-parts.ts';
import { packJavaScript } from './clients/javascript.ts';
import { packPython } from './clients/python.ts';

const repository = path.resolve(import.meta.dirname, '..');
const folder = path.join(repository, 'dist/clients');
const mark = path.join(folder, 'sources.sha256');

const SOURCES = [
  'LICENSE',
  'package-lock.json',
  'tsconfig.base.json',
  'packages/{sdk,contract,engine}/{package.json,tsconfig.json}',
  'packages/{sdk,contract,engine}/src/**/*.ts',
  'packages/sdk/{README.md,scripts/*,policy/*,prompts/*,verify/*}',
  'python/{README.md,pyproject.toml}',
  'python/src/**/*.{py,typed}',
  'packages/server/src/cli/**/*.{ts,md}',
  'packages/server/src/{rendering/wire,webhooks/sending}/*.ts',
  'packages/core/src/{context,desk/import}/*.ts',
  'scripts/{build-clients.ts,clients/*}',
];

await generateParts();
const digest = digestOf(SOURCES);
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== digest) {
  if (existsSync(path.join(repository, 'node_modules/rolldown'))) build();
  else
    process.stderr.write(
      'The client packages are not built, because the packages for building are not installed. Run npm ci.\n',
    );
}

/** In another folder, which is then renamed, so that nobody finds half of it. */
function build(): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const made = mkdtempSync(path.join(path.dirname(folder), 'clients-'));
  const packages = [packJavaScript(repository), packPython(repository), packCommandLine(repository)].map(
    ({ file, bytes, ...about }) => {
      writeFileSync(path.join(made, file), bytes);
      return { ...about, file, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
  );
  writeFileSync(path.join(made, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
  writeFileSync(path.join(made, 'sources.sha256'), digest);
  // A temporary folder is for its owner alone; another user may run the service.
  chmodSync(made, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}

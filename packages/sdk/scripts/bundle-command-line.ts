// node bundle-command-line.ts FILE: writes rf for customers as one file, which imports nothing but modules of Node. It is
// here because this package has the bundler.

import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const repository = path.resolve(import.meta.dirname, '../../..');
const cli = path.join(repository, 'packages/server/src/cli');
const [target = ''] = process.argv.slice(2);

/** What works on the store of a machine. Customers have none, so its place is taken by a sentence that says so. */
const OF_THE_STORE = ['local-acts.ts', 'webhooks/stored-secret.ts'].map((file) => path.join(cli, file));
/** Only acts of the staff take so long that they need it. */
const OF_THE_STAFF = 'undici';

const withoutStore: Plugin = {
  name: 'without-store',
  resolveId(source, importer) {
    if (source === OF_THE_STAFF) return { id: source, external: true };
    if (importer === undefined || !source.startsWith('.')) return null;
    return OF_THE_STORE.includes(path.resolve(path.dirname(importer), source))
      ? path.join(cli, 'customer/no-store.ts')
      : null;
  },
};

const build = await rolldown({
  input: path.join(cli, 'customer/main.ts'),
  platform: 'node',
  logLevel: 'warn',
  plugins: [withoutStore],
});
await build.write({
  file: target,
  format: 'esm',
  banner: '#!/usr/bin/env node',
  codeSplitting: false,
  minify: true,
});
await build.close();

// Renders the guides that the service serves, unless those at hand were made from the same sources. `npm ci`, `npm start` and
// `npm test` run this.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GUIDES } from '../packages/server/src/rendering/guides/contents.ts';
import { digestOf } from './clients/generated-parts.ts';

const repository = path.resolve(import.meta.dirname, '..');
const folder = path.join(repository, 'dist/guides');
const mark = path.join(folder, 'sources.sha256');

const digest = digestOf([
  'package-lock.json',
  'packages/server/src/rendering/{guides,pages}/{contents,rendered,html}.ts',
  'scripts/{build-guides.ts,guides/*}',
  ...GUIDES.map(({ file }) => file),
]);
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== digest) {
  if (existsSync(path.join(repository, 'node_modules/marked'))) await build();
  else
    process.stderr.write(
      'The guides are not rendered, because the packages for building are not installed. Run npm ci.\n',
    );
}

async function build(): Promise<void> {
  const { renderGuide } = await import('./guides/markdown.ts');
  const guides = GUIDES.map((guide) =>
    renderGuide(guide, readFileSync(path.join(repository, guide.file), 'utf8')),
  );
  mkdirSync(folder, { recursive: true });
  // A service that reads at the same time gets the whole file.
  const part = path.join(folder, `part-${process.pid}`);
  writeFileSync(part, JSON.stringify(guides));
  renameSync(part, path.join(folder, 'guides.json'));
  writeFileSync(mark, digest);
}

// The next version of the program, for a rolling upgrade: a copy of the repository with one more migration.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCopy } from '../../mutations/copy.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const STORE = 'packages/core/src/store';
/** The name of its migration, by which nodes say what they run. */
export const NEXT_VERSION = '9999-next-version';

const MIGRATION = `import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`create table next_version (id integer primary key)\`.execute(db);
  await sql\`alter table nodes add column next_version text\`.execute(db);
}
`;

/** The folder of the copy. */
export async function makeNextVersion(): Promise<string> {
  const copy = await makeCopy();
  // Built, so not among the files of the repository.
  cpSync(path.join(REPOSITORY, 'packages/web/dist'), path.join(copy, 'packages/web/dist'), {
    recursive: true,
  });
  mkdirSync(path.join(copy, STORE, 'migrations'), { recursive: true });
  writeFileSync(path.join(copy, STORE, `migrations/${NEXT_VERSION}.ts`), MIGRATION);
  const file = path.join(copy, STORE, 'migrations.ts');
  const text = readFileSync(file, 'utf8');
  const list = /(export const MIGRATIONS: MigrationList = \{[^}]*)\};/;
  if (!list.test(text)) throw new Error('The list of migrations in migrations.ts was not found.');
  const entry = `  '${NEXT_VERSION}': { load: () => import('./migrations/${NEXT_VERSION}.ts'), step: 'expand' },`;
  writeFileSync(file, text.replace(list, `$1\n${entry}\n};`));
  return copy;
}

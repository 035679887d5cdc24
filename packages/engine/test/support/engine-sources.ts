import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { ServedFile } from '../../../../test/support/chromium.ts';
import { repositoryFile } from './framework.ts';

/** The engine's source files under their own names, with types stripped. */
export function engineSources(): Map<string, ServedFile> {
  const folder = 'packages/engine/src/';
  const names = readdirSync(repositoryFile(folder), { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [
        `/${folder}${name}`,
        {
          type: 'text/javascript',
          text: stripTypeScriptTypes(readFileSync(repositoryFile(folder + name), 'utf8')),
        },
      ]),
  );
}

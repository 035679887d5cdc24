// Members of an input that a command takes as a file, or as what a file contains.

import type { CommandOption } from '@rf-indicators/contract/acts';
import { type Terminal, UsageError } from '../terminal.ts';

export async function readGivenFile(
  kind: NonNullable<CommandOption['reads']>,
  given: string,
  terminal: Terminal,
): Promise<unknown> {
  // Loaded here: most commands take no file.
  const files = await import('../verify/files.ts');
  switch (kind) {
    case 'framework':
      return (await files.readMethodology(given, terminal)).document;
    case 'policy':
      return (await import('../policy/read-policy.ts')).readPolicy(given, terminal);
    case 'public key':
      return (await files.readVerifierKey(given, terminal)).text;
    case 'rows': {
      const { formatOf, readRows } = await import('@rf-indicators/core/desk/import/file');
      return readRows(await files.readText(given, terminal), formatOf(given));
    }
    case 'json': {
      const { value, duplicates } = await files.readJsonFile(given, terminal);
      if (duplicates.length === 0) return value;
      throw new UsageError(`${given} contains duplicate members: ${duplicates.join(', ')}.`);
    }
  }
}

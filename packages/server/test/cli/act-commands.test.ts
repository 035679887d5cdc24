// Every command of staff and members performs acts of the table, and nothing past it.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { ACT_COMMANDS, LOCAL_COMMANDS } from '../../src/cli/act-commands.ts';
import { makeProgram } from '../../src/cli/rf.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const cli = fileURLToPath(new URL('../../src/cli', import.meta.url));

/** The commands that do something: those without commands below them. */
function leaves(command: Command, before = ''): string[] {
  return command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`;
    return child.commands.length === 0 ? [name] : leaves(child, `${name} `);
  });
}

test('every command performs acts, or is a local one', async () => {
  const program = await makeProgram(undefined, {} as Terminal, () => undefined);
  const listed = new Set([...Object.values(ACT_COMMANDS).flat(), ...LOCAL_COMMANDS]);
  assert.deepEqual(leaves(program).sort(), [...listed].sort());
});

test('the listed acts of a command are the acts that its folder performs', () => {
  const performed = new Set<string>();
  for (const file of globSync('{accounts,desk,webhooks}/*.ts', { cwd: cli })) {
    const text = readFileSync(path.join(cli, file), 'utf8');
    for (const [, name] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) performed.add(name!);
  }
  const listed = Object.entries(ACT_COMMANDS).filter(([, commands]) => commands.length > 0);
  assert.deepEqual(
    listed.map(([name]) => name).filter((name) => !performed.has(name)),
    [],
  );
});

/** Forms of files and names of things; none of it changes the store or reads from it. */
const PLAIN = [
  ...[
    'context/refusal',
    'desk/import/csv',
    'desk/import/file',
    'desk/log/checkpoint-file',
    'desk/log/pinned-key',
  ],
  ...['desk/inputs/due-sheet-form', 'webhooks/endpoint-form'],
];
/** rf webhooks listen checks signatures with the secret that the store of this machine holds. */
const LISTEN = ['accounts/members', 'accounts/signing-secret', 'secrets/master-key'];

test('commands of staff and members reach the store through acts alone', () => {
  for (const file of globSync('{accounts,desk,remote,webhooks}/*.ts', { cwd: cli })) {
    const text = readFileSync(path.join(cli, file), 'utf8');
    const imports = [...text.matchAll(/^import (?!type )[^;]*? from '@rf-indicators\/core\/([^']+)';$/gm)];
    const allowed = file === path.join('webhooks', 'stored-secret.ts') ? [...PLAIN, ...LISTEN] : PLAIN;
    assert.deepEqual(
      imports.map(([, name]) => name!).filter((name) => !allowed.includes(name)),
      [],
      file,
    );
  }
});

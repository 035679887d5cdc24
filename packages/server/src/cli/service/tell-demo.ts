// Tells a person how to try the demo.

import { fileURLToPath } from 'node:url';
import { credentialsFile, readCredentialsFile } from '../../demo/credentials-file.ts';
import type { Config } from '../../service/config.ts';
import type { Terminal } from '../terminal.ts';

/** What a person needs to try it: the keys, and the file that has them too. */
export function tellDemo({ dataDir, baseUrl, databaseUrl, masterKey }: Config, terminal: Terminal): void {
  terminal.out('  All providers and customers are fictional.');
  const credentials = readCredentialsFile(dataDir);
  for (const [name, key] of Object.entries(credentials?.keys ?? {})) {
    terminal.out(`  ${name.padEnd(13)}${key}`);
  }
  const rf = shellWord(LAUNCHER);
  const token = credentials?.workspaces[0]?.member_token;
  if (token) {
    const settings =
      databaseUrl === null && masterKey === undefined ? '' : ', with the settings of this service';
    terminal.out(`  Try the webhooks, each line in a terminal of its own and in any folder${settings}:`);
    terminal.out(`    RF_URL=${baseUrl} RF_TOKEN=${token} ${rf} webhooks listen --register`);
    terminal.out(`    RF_DATA_DIR=${shellWord(dataDir)} ${rf} demo publish`);
    terminal.out(
      '  With --fail 1 the receiver fails the first attempt of each event, and you see the retry.',
    );
  }
  terminal.out(
    `  Try the desk: RF_URL=${baseUrl} RF_TOKEN=TOKEN ${rf} inputs list (all commands: ${rf} --help)`,
  );
  for (const [role, staffToken] of Object.entries(credentials?.staff ?? {})) {
    terminal.out(`    ${role.padEnd(20)}${staffToken}`);
  }
  const { people = [], base_url = '' } = credentials ?? {};
  if (people.length > 0) terminal.out(`  People who can sign in at ${base_url}, with their passwords:`);
  for (const { email, password, roles, workspace } of people) {
    const tier = credentials?.workspaces.find(({ name }) => name === workspace)?.tier;
    const where = workspace === undefined ? '' : `  ${workspace}, ${tier}`;
    terminal.out(`    ${roles.join(', ').padEnd(20)}${email.padEnd(34)}${password}${where}`);
  }
  terminal.out(`  Keys, tokens, passwords and secrets of the demo are in ${credentialsFile(dataDir)}`);
}

/** npx finds rf only inside a checkout. */
const LAUNCHER = fileURLToPath(new URL('../../../bin/rf.mjs', import.meta.url));

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { listWorkspaces } from '@rf-indicators/core/accounts/workspaces';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { pinKey, readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { listSigningKeys } from '@rf-indicators/core/desk/log/signing-keys';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { makePrivateFolder } from '@rf-indicators/core/store/file-modes';
import { openStore } from '@rf-indicators/core/store/open';
import { Command } from 'commander';
import { credentialsFile, readCredentialsFile } from '../../demo/credentials-file.ts';
import { type Config, demoBaseUrl, readConfig } from '../../service/config.ts';
import { commandServices } from '../act-services.ts';
import { withContext } from '../store-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description('Make the fictional demo world, or catch it up to now.')
    .addCommand(publishCommand(terminal))
    .action(async () => {
      const begun = performance.now();
      const settings = readConfig(terminal.env);
      const config = { ...settings, baseUrl: demoBaseUrl(settings) };
      await prepareDemo(config, terminal);
      terminal.out(`The demo world is up to date (${((performance.now() - begun) / 1000).toFixed(1)} s).`);
      tellDemo(config, terminal);
    });
}

function publishCommand(terminal: Terminal): Command {
  return new Command('publish')
    .description(
      'Propose, approve and publish a new value of a fictional provider, by the people of the demo.',
    )
    .action(async () => {
      const { dataDir } = readConfig(terminal.env);
      const credentials = readCredentialsFile(dataDir);
      if (!credentials?.staff) {
        throw new UsageError(`There is no demo in ${dataDir}. Make one with rf demo, or set RF_DATA_DIR.`);
      }
      const { publishInDemo } = await import('../../demo/publish-now.ts');
      await withContext(terminal, (context) =>
        publishInDemo(commandServices(terminal, context), credentials.staff, (line) => terminal.out(line)),
      );
    });
}

/** On a folder that holds no store the world is made; a store that is not a demo is left alone. */
export async function prepareDemo(config: Config, terminal: Terminal): Promise<void> {
  const { dataDir, databaseUrl, masterKey, verifierKey, checkpointFile, demoUntil } = config;
  await setOlderDemoAside(config, terminal);
  makePrivateFolder(dataDir);
  if (masterKey === undefined && !existsSync(masterKeyFile(dataDir))) createMasterKeyFile(dataDir);
  const store = await openStore({ dataDir, databaseUrl });
  try {
    if ((await listStaff(store.db)).length === 0) {
      terminal.err('Making the demo: half a year of fictional history. This takes some seconds, once.');
    }
    // Loaded here, so that no other command pays for the demo.
    const { isDemoOrEmpty, simulateUntil } = await import('../../demo/world.ts');
    if (!(await isDemoOrEmpty(store))) {
      throw new UsageError(
        'This store is not a demo. Serve it without --demo, or set RF_DATA_DIR to another folder.',
      );
    }
    const { beginPasswords, prepareDemoPeople } = await import('../../demo/people.ts');
    const passwords = beginPasswords(dataDir);
    const sealing = readMasterKey(dataDir, masterKey);
    const now = terminal.now().getTime();
    await simulateUntil(store, sealing, Math.min(now, demoUntil ?? now), checkpointFile);
    if ((await readPinnedKey(dataDir, verifierKey)) === null) {
      const [first] = await listSigningKeys(store.db);
      pinKey(dataDir, first!.publicKey);
    }
    // The story has a clock of its own; keys that people try live by the real one.
    const clock = () => terminal.now().getTime();
    const context = { store, clock, newId: () => uuidV7(clock()) };
    const { prepareDemoCredentials } = await import('../../demo/credentials.ts');
    const { CUSTOMERS_CAME_BEFORE, prepareCustomerHistory } = await import('../../demo/customer-history.ts');
    const isFirst = (await listWorkspaces(store.db)).length === 0;
    const past = { ...context, clock: () => clock() - CUSTOMERS_CAME_BEFORE };
    await prepareDemoCredentials(isFirst ? past : context, sealing, dataDir, config.baseUrl);
    await prepareDemoPeople(isFirst ? past : context, dataDir, passwords);
    await prepareCustomerHistory(context);
    const { prepareOpenProposals } = await import('../../demo/open-proposals.ts');
    await prepareOpenProposals(context);
  } finally {
    await store.close();
  }
}

async function setOlderDemoAside({ dataDir, databaseUrl }: Config, terminal: Terminal): Promise<void> {
  const { isOlderDemo, setAside } = await import('../../demo/older-demo.ts');
  if (!(await isOlderDemo({ dataDir, databaseUrl }))) return;
  if (databaseUrl !== null) {
    throw new UsageError(
      'This database has a demo that an older version made, which cannot be continued. Set DATABASE_URL to an empty database.',
    );
  }
  const aside = setAside(dataDir, terminal.now());
  terminal.err(`The demo was made by an older version. It was moved to ${aside}, and a new one is made.`);
}

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
  for (const { email, password, roles } of people) {
    terminal.out(`    ${roles.join(', ').padEnd(20)}${email.padEnd(34)}${password}`);
  }
  terminal.out(`  Keys, tokens, passwords and secrets of the demo are in ${credentialsFile(dataDir)}`);
}

/** npx finds rf only inside a checkout. */
const LAUNCHER = fileURLToPath(new URL('../../../bin/rf.mjs', import.meta.url));

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

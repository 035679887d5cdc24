import { Command } from 'commander';
import { readCredentialsFile } from '../../demo/credentials-file.ts';
import { readConfig } from '../../service/config.ts';
import { demoBaseUrl } from '../../service/node-address.ts';
import { commandServices } from '../act-services.ts';
import { withContext } from '../store-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { prepareDemo } from './prepare-demo.ts';
import { tellDemo } from './tell-demo.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo').addCommand(publishCommand(terminal)).action(async () => {
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

// rf webhooks: the webhook endpoints of a workspace and their deliveries.

import { Command } from 'commander';
import { endpointNoticesCommand } from '../accounts/notices.ts';
import type { Finish, Terminal } from '../terminal.ts';
import { deliveriesCommand } from './deliveries.ts';
import {
  addCommand,
  disableCommand,
  enableCommand,
  listCommand,
  removeCommand,
  updateCommand,
} from './endpoints.ts';
import { listenCommand } from './listen.ts';
import { redeliverCommand } from './redeliver.ts';
import { giveSecretCommand, removeSecretCommand, rotateSecretCommand } from './secrets.ts';
import { testCommand } from './test.ts';

export function webhooksCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('webhooks')
    .addHelpText('after', HELP)
    .addCommand(addCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(updateCommand(terminal))
    .addCommand(enableCommand(terminal))
    .addCommand(disableCommand(terminal))
    .addCommand(removeCommand(terminal))
    .addCommand(giveSecretCommand(terminal))
    .addCommand(rotateSecretCommand(terminal))
    .addCommand(removeSecretCommand(terminal))
    .addCommand(testCommand(terminal, finish))
    .addCommand(deliveriesCommand(terminal))
    .addCommand(redeliverCommand(terminal))
    .addCommand(listenCommand(terminal))
    .addCommand(endpointNoticesCommand(terminal));
}

const HELP = `
To see a delivery on your own machine, while rf serve --demo is running (which prints the whole line):
  rf webhooks listen --register                  a receiver that verifies signatures and prints events
Then register your own endpoint:
  rf webhooks add --url https://example.org/hook --events score.changed,band.changed
  rf webhooks test ENDPOINT --type band.changed
  rf webhooks deliveries --follow`;

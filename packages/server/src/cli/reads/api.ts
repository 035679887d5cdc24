// rf api: what an API key can read besides scores, as JSON.

import type { OperationId } from '@rf-indicators/contract';
import { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { operationCommand } from './operation-command.ts';

const READS: Readonly<Record<string, OperationId>> = {
  methodology: 'getMethodology',
  computation: 'getComputation',
  issuances: 'listIssuances',
  events: 'listEvents',
  usage: 'getUsage',
};

export function apiCommand(terminal: Terminal): Command {
  const group = new Command('api');
  for (const [name, id] of Object.entries(READS)) group.addCommand(operationCommand(terminal, name, id));
  return group;
}

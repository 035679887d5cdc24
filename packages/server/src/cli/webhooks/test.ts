// rf webhooks test: sends a test event and waits for the outcome.

import { WEBHOOK_EVENT_TYPES } from '@rf-indicators/contract';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, type Perform, withMemberToken } from '../act-session.ts';
import { EXIT, type Finish, type Terminal } from '../terminal.ts';
import { durationOf } from './deliveries.ts';
import { printable } from './event-lines.ts';

const FIRST_POLL_MS = 100;
/** A server counts the requests of each person. */
const LONGEST_POLL_MS = 1000;
/** An attempt may take 15 seconds. */
const DEFAULT_WAIT_SECONDS = 20;

export function testCommand(terminal: Terminal, finish: Finish): Command {
  return withMemberToken(new Command('test'))
    .description('Send an event in its real form, marked "test": true, and show the outcome.')
    .argument('<endpoint>', 'its id, the beginning of its id, or its URL')
    .option('--type <type>', `event type: ${WEBHOOK_EVENT_TYPES.join(', ')}`, 'webhook.test')
    .option('--wait <seconds>', 'how many seconds to wait for the outcome', Number, DEFAULT_WAIT_SECONDS)
    .action((which, { type, wait, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const { delivery_id: id } = await perform('webhooks.test', { endpoint: which, type });
        const delivery = await outcomeOf(perform, id, wait * 1000);
        if (delivery.status === 'pending') {
          return terminal.out(`Not delivered yet (${id}): rf serve sends it, but is not running or is slow`);
        }
        const [attempt] = delivery.attempts;
        const outcome = attempt?.code ?? printable(attempt?.error ?? 'not attempted');
        const duration = attempt ? `, ${durationOf(attempt)} ms` : '';
        terminal.out(
          `${delivery.status === 'delivered' ? 'Delivered' : 'Not delivered'} (${id}): ${outcome}${duration}`,
        );
        if (delivery.status !== 'delivered') finish(EXIT.no);
        return undefined;
      }),
    );
}

async function outcomeOf(
  perform: Perform,
  id: string,
  withinMs: number,
): Promise<AnswerOf<'deliveries.show'>> {
  const end = performance.now() + withinMs;
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    const delivery = await perform('deliveries.show', { delivery: id });
    if (delivery.status !== 'pending' || performance.now() >= end) return delivery;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

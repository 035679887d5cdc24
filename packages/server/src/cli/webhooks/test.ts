import { WEBHOOK_EVENT_TYPES } from '@rf-indicators/contract';
import type { Context } from '@rf-indicators/core/context/context';
import { type DeliveryWithTimeline, findDelivery } from '@rf-indicators/core/webhooks/deliveries';
import { sendTest } from '@rf-indicators/core/webhooks/test-events';
import { Command } from 'commander';
import { testEventRenderer } from '../../rendering/events/test-event.ts';
import { actAsMember, withMemberToken } from '../store-session.ts';
import { EXIT, type Finish, type Terminal } from '../terminal.ts';
import { disclosureOf } from './rules.ts';
import { printable } from './words.ts';

const LOOK_MS = 100;
/** A try may take 15 seconds. */
const DEFAULT_WAIT_SECONDS = 20;

export function testCommand(terminal: Terminal, finish: Finish): Command {
  return withMemberToken(new Command('test'))
    .description('Send an event in its real shape, marked "test": true, and tell what came of it.')
    .argument('<endpoint>', 'its id, the beginning of it, or its address')
    .option('--type <type>', `of ${WEBHOOK_EVENT_TYPES.join(', ')}`, 'webhook.test')
    .option('--wait <seconds>', 'how long to wait for the outcome', Number, DEFAULT_WAIT_SECONDS)
    .action((which, { type, wait, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const id = await sendTest(
          context,
          member,
          which,
          type,
          testEventRenderer(await disclosureOf(context)),
        );
        const delivery = await outcomeOf(context, member.workspace.id, id, wait * 1000);
        if (delivery.status === 'pending') {
          return terminal.out(`On its way (${id}): rf serve delivers it, and it is not running, or is slow`);
        }
        const [attempt] = delivery.attempts;
        const told = attempt?.code ?? printable(attempt?.error ?? 'not tried');
        const took = attempt ? `, ${attempt.finished_at - attempt.started_at} ms` : '';
        terminal.out(
          `${delivery.status === 'delivered' ? 'Delivered' : 'Not delivered'} (${id}): ${told}${took}`,
        );
        if (delivery.status !== 'delivered') finish(EXIT.no);
        return undefined;
      }),
    );
}

async function outcomeOf(
  { store }: Context,
  workspaceId: string,
  id: string,
  withinMs: number,
): Promise<DeliveryWithTimeline> {
  const end = performance.now() + withinMs;
  for (;;) {
    const delivery = await findDelivery(store.db, workspaceId, id);
    if (delivery.status !== 'pending' || performance.now() >= end) return delivery;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

// rf webhooks add, list, update, enable, disable and remove.

import { DEFAULT_EVENT_TYPES, EVENT_DEFINITIONS, SUBSCRIBABLE_EVENT_TYPES } from '@rf-indicators/contract';
import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { readList } from './lists.ts';

type Endpoint = AnswerOf<'webhooks.add'>;

const WHICH = 'its id, the beginning of its id, or its URL';
const OPT_IN_TYPES = SUBSCRIBABLE_EVENT_TYPES.filter((type) => EVENT_DEFINITIONS[type].delivery === 'opt_in');
const DEFAULT_TYPES = `all but ${OPT_IN_TYPES.join(' and ')}`;
const EVENTS = `event types, separated by commas: ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}`;
const PROVIDERS = 'ids or slugs, separated by commas; all providers if absent';

export function addCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('add'))
    .description('Add an endpoint, which is sent every event from now on.')
    .requiredOption('--url <url>', 'the https URL to send events to')
    .option('--events <types>', `${EVENTS}; ${DEFAULT_TYPES} if absent`)
    .option('--providers <providers>', PROVIDERS)
    .option('--description <text>', 'what it is for', '')
    .option('--json', 'print the result as JSON', false)
    .action(({ url, events, providers, description, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const wanted = { url, description, event_types: readList(events), providers: readList(providers) };
        const endpoint = await perform('webhooks.add', wanted);
        if (json) return terminal.out(JSON.stringify(endpoint, null, 2));
        terminal.out(`${endpoint.url} added (${endpoint.id})`);
        return terminal.out(`To test it: rf webhooks test ${endpoint.id}`);
      }),
    );
}

export function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the endpoints of a workspace.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { data } = await perform('webhooks.list', { workspace: options.workspace });
        if (options.json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((endpoint) => [
          endpoint.url,
          stateOf(endpoint),
          endpoint.event_types.join() === DEFAULT_EVENT_TYPES.join() ? 'all' : endpoint.event_types.join(','),
          endpoint.provider_ids.length === 0 ? 'all' : String(endpoint.provider_ids.length),
          endpoint.own_secret ? 'own' : 'workspace',
          endpoint.description,
          endpoint.id,
        ]);
        return printTable(
          terminal,
          ['URL', 'STATE', 'EVENTS', 'PROVIDERS', 'SECRET', 'DESCRIPTION', 'ID'],
          rows,
        );
      }),
    );
}

function stateOf({ enabled, disabled_because, failing_since }: Endpoint): string {
  if (!enabled) return disabled_because === 'member' ? 'disabled' : `disabled: ${disabled_because}`;
  return failing_since === null ? 'enabled' : `failing since ${instantToTheSecond(failing_since)}`;
}

export function updateCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('update'))
    .description('Change an endpoint. Options that are not given stay unchanged.')
    .argument('<endpoint>', WHICH)
    .option('--url <url>', 'the new https URL')
    .option('--events <types>', `${EVENTS}; an empty string means ${DEFAULT_TYPES}`)
    .option(
      '--providers <providers>',
      PROVIDERS.replace('; all providers if absent', '; an empty string means all'),
    )
    .option('--description <text>', 'what it is for')
    .action((which, { url, events, providers, description, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const endpoint = await perform('webhooks.update', {
          endpoint: which,
          url,
          description,
          event_types: readList(events),
          providers: readList(providers),
        });
        terminal.out(`${endpoint.url} updated (${endpoint.id})`);
      }),
    );
}

export function enableCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('enable'))
    .description('Enable an endpoint again and send the deliveries that waited for it.')
    .argument('<endpoint>', WHICH)
    .option(
      '--discard-waiting',
      'cancel the waiting deliveries instead; rf webhooks redeliver can still send them',
      false,
    )
    .action((which, { discardWaiting, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const given = { endpoint: which, discard_waiting: discardWaiting };
        const { deliveries: waited } = await perform('webhooks.enable', given);
        const deliveries = waited === 1 ? '1 delivery' : `${waited} deliveries`;
        terminal.out(`Enabled; ${deliveries} ${discardWaiting ? 'cancelled' : 'being sent'}`);
      }),
    );
}

export function disableCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('disable'))
    .description('Disable an endpoint. Its deliveries wait for up to 30 days.')
    .argument('<endpoint>', WHICH)
    .action((which, options) =>
      asMember(terminal, options, async (perform) => {
        await perform('webhooks.disable', { endpoint: which });
        terminal.out('Disabled; its deliveries wait until rf webhooks enable');
      }),
    );
}

export function removeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('remove'))
    .description('Remove an endpoint permanently and cancel its open deliveries.')
    .argument('<endpoint>', WHICH)
    .action((which, options) =>
      asMember(terminal, options, async (perform) => {
        await perform('webhooks.remove', { endpoint: which });
        terminal.out('Removed');
      }),
    );
}

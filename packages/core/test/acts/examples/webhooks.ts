// Examples of acts about webhooks, deliveries and notices, and of members who leave.

import { performAct } from '@rf-indicators/core/acts/perform';
import type { Story } from '../story.ts';
import { type Example, example, keep } from './example.ts';

async function finishDeliveries({ world }: Story): Promise<void> {
  await world.store.db.updateTable('webhook_deliveries').set({ status: 'exhausted' }).execute();
}

export const WEBHOOKS: readonly Example[] = [
  example({
    name: 'webhooks.add',
    by: 'developer',
    input: () => ({ url: 'http://127.0.0.1:1/' }),
    after: keep('endpoint', 'id'),
  }),
  example({ name: 'webhooks.list', by: 'developer', input: () => ({}) }),
  example({
    name: 'webhooks.update',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, description: 'For a test.' }),
  }),
  ...(['give_secret', 'end_secret_overlap', 'rotate_secret'] as const).map((name) =>
    example({
      name: `webhooks.${name}`,
      by: 'developer',
      input: ({ kept }) => ({ endpoint: kept.endpoint! }),
    }),
  ),
  example({
    name: 'webhooks.remove_secret',
    by: 'developer',
    before: async ({ services, callers, kept }) => {
      const overlapping = { endpoint: kept.endpoint! };
      await performAct(services, callers.developer!, 'webhooks.end_secret_overlap', overlapping);
    },
    input: ({ kept }) => ({ endpoint: kept.endpoint! }),
  }),
  example({
    name: 'webhooks.test',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, type: 'webhook.test' }),
    after: keep('delivery', 'delivery_id'),
  }),
  example({ name: 'deliveries.list', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'deliveries.show', by: 'developer', input: ({ kept }) => ({ delivery: kept.delivery! }) }),
  example({ name: 'deliveries.attempts', by: 'developer', input: () => ({ since: '1970-01-01T00:00:00Z' }) }),
  example({
    name: 'deliveries.redeliver',
    by: 'developer',
    before: finishDeliveries,
    input: ({ kept }) => ({ delivery: kept.delivery! }),
  }),
  example({
    name: 'deliveries.count_redeliverable',
    by: 'developer',
    input: ({ kept }) => ({ endpoint: kept.endpoint!, since: '1970-01-01T00:00:00Z', only_failed: true }),
  }),
  example({
    name: 'deliveries.redeliver_since',
    by: 'developer',
    before: finishDeliveries,
    input: ({ kept }) => ({ endpoint: kept.endpoint!, since: '1970-01-01T00:00:00Z', only_failed: true }),
  }),
  example({ name: 'webhooks.disable', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'webhooks.enable', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'notices.list', by: 'developer', input: () => ({}) }),
  example({ name: 'workspaces.audit', by: 'developer', input: () => ({}) }),
  example({ name: 'webhooks.remove', by: 'developer', input: ({ kept }) => ({ endpoint: kept.endpoint! }) }),
  example({ name: 'members.remove', by: 'admin', input: () => ({ person: 'Dev' }) }),
  example({
    name: 'members.erase',
    by: 'operator',
    input: () => ({ workspace: 'Acorn', person: 'Dev' }),
  }),
];

// The table of event types in docs/use/webhooks.md.

import { EVENT_DEFINITIONS, WEBHOOK_EVENT_TYPES } from '@rf-indicators/contract';
import { code, table, yesNo } from './markdown.ts';

const DELIVERY = {
  default: 'by default',
  opt_in: 'if listed',
  on_request: 'on request',
} as const;

export function eventTable(): string {
  return table(
    ['type', 'sent when', 'subscription', 'detail'],
    WEBHOOK_EVENT_TYPES.map((type) => {
      const { description, delivery, hasDetail } = EVENT_DEFINITIONS[type];
      return [code(type), description, DELIVERY[delivery], yesNo(hasDetail)];
    }),
  );
}

export * from './data.ts';
export {
  DEFAULT_EVENT_TYPES,
  EVENT_DEFINITIONS,
  type EventData,
  isScoreEvent,
  type ScoreEventType,
  SUBSCRIBABLE_EVENT_TYPES,
  type SubscribableEventType,
  WEBHOOK_API_VERSION,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventOf,
  type WebhookEventType,
  type WorkspaceEventType,
} from './table.ts';

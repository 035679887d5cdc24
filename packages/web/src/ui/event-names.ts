// The names of event types, for lists and sentences.

import type { WebhookEventType } from '@rf-indicators/contract';

const EVENT_NAMES: Readonly<Record<WebhookEventType, string>> = {
  'score.published': 'Score published',
  'score.changed': 'Score changed',
  'band.changed': 'Band changed',
  'score.corrected': 'Score corrected',
  'score.withdrawn': 'Score withdrawn',
  'score.reinstated': 'Score reinstated',
  'score.drifted': 'Score drifted',
  'score.renewed': 'Score renewed',
  'score.stale': 'Score became stale',
  'score.stale_ended': 'Score no longer stale',
  'decision.changed': 'Decision changed',
  'alert.opened': 'Alert opened',
  'alert.updated': 'Alert updated',
  'alert.resolved': 'Alert resolved',
  'evidence.lapsing': 'Evidence about to lapse',
  'review.started': 'Review started',
  'review.ended': 'Review ended',
  'provider.renamed': 'Provider renamed',
  'methodology.announced': 'Framework announced',
  'methodology.published': 'Framework took effect',
  'issuance.new': 'New issuance',
  'issuance.status_changed': 'Issuance status changed',
  'webhook.endpoint_disabled': 'Endpoint disabled',
  'webhook.test': 'Test',
};

/** A newer server can have types that this page does not know. */
export function eventName(type: string): string {
  return EVENT_NAMES[type as WebhookEventType] ?? type;
}

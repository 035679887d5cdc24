// An event in one line that a person reads.

import type { ScoreEventData, WebhookEvent } from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../wire/words.ts';

export function eventInWords(text: string): string {
  let event: WebhookEvent;
  try {
    event = JSON.parse(text) as WebhookEvent;
  } catch {
    return 'a body that is no JSON';
  }
  const about = nameInLine(wordsOf(event));
  return `${event.type}${event.test ? ' (test)' : ''}  ${about}  ${event.id}`;
}

function wordsOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'methodology.published':
      return `${event.data.framework_version}, in force from ${event.data.effective_from}`;
    case 'issuance.new':
      return `${event.data.name} of ${event.data.issuer_name}: ${event.data.status}`;
    case 'issuance.status_changed':
      return `${event.data.name} of ${event.data.issuer_name}: ${event.data.previous_status} → ${event.data.status}`;
    case 'webhook.test':
      return event.data.message;
    case 'score.published':
    case 'score.changed':
    case 'band.changed':
    case 'score.corrected':
    case 'score.withdrawn':
      return scoreInLine(event.data);
    default:
      return 'a type that this version does not know';
  }
}

function scoreInLine(data: ScoreEventData): string {
  const end = (score: number | null, band: string | null) =>
    score === null || band === null ? 'none' : `${score.toFixed(2)} (${bandInWords(band)})`;
  const before = end(data.previous_score, data.previous_band);
  return `${data.provider_name}: ${before} → ${end(data.new_score, data.new_band)}. ${data.reason}`;
}

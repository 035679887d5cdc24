// Describes an event in one line for people to read.

import type { ScoreEventData, WebhookEvent } from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../../rendering/wire/words.ts';

/** Null if the text is not an event. The sender is not verified yet, so `data` may still be anything. */
export function readEvent(text: string): WebhookEvent | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  const { type, id } = (given ?? {}) as Partial<WebhookEvent>;
  return typeof type === 'string' && typeof id === 'string' ? (given as WebhookEvent) : null;
}

export function eventInWords(event: WebhookEvent): string {
  let about: string;
  try {
    about = nameInLine(wordsOf(event));
  } catch {
    about = 'data that this version cannot read';
  }
  return `${nameInLine(event.type)}${event.test ? ' (test)' : ''}  ${about}  ${nameInLine(event.id)}`;
}

/** Replaces control characters, so that text from others cannot control the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

function wordsOf(event: WebhookEvent): string {
  switch (event.type) {
    case 'methodology.published':
      return `${event.data.framework_version}, effective from ${event.data.effective_from}`;
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

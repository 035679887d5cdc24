// Describes an event in one line for people to read.

import {
  type AlertEventData,
  EVENT_DEFINITIONS,
  type EventData,
  type ScoreEventData,
  type WebhookEvent,
  type WebhookEventType,
} from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../../rendering/wire/one-line-texts.ts';

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

/** Types whose data says more than their description does. Every other type is printed as its description. */
const WORDS: { [Type in WebhookEventType]?: (data: EventData<Type>) => string } = {
  'score.published': scoreInLine,
  'score.changed': scoreInLine,
  'band.changed': scoreInLine,
  'score.corrected': scoreInLine,
  'score.withdrawn': scoreInLine,
  'score.reinstated': scoreInLine,
  'score.drifted': scoreInLine,
  'score.renewed': ({ provider_name, final_score, risk_band }) =>
    `${provider_name}: ${final_score.toFixed(2)} (${bandInWords(risk_band)}), unchanged. Newer evidence.`,
  'score.stale': scoreInLine,
  'score.stale_ended': scoreInLine,
  'evidence.lapsing': ({ provider_name, gates, stale_from }) =>
    `${provider_name}: stale from ${stale_from.slice(0, 10)} without a new check of ${gates.map(({ label }) => label).join(', ')}`,
  'review.started': scoreInLine,
  'review.ended': scoreInLine,
  'provider.renamed': ({ previous_name, provider_name, reason }) =>
    previous_name === provider_name
      ? `${provider_name}: ${reason}`
      : `${previous_name} is now called ${provider_name}. ${reason}`,
  'methodology.announced': ({ framework_version, effective_from, cancelled_reason }) =>
    cancelled_reason === null
      ? `${framework_version}, takes effect on ${effective_from}`
      : `${framework_version} is cancelled: ${cancelled_reason}`,
  'methodology.published': ({ framework_version, effective_from }) =>
    `${framework_version}, effective from ${effective_from}`,
  'issuance.new': ({ name, issuer_name, status }) => `${name} of ${issuer_name}: ${status}`,
  'issuance.status_changed': ({ name, issuer_name, previous_status, status }) =>
    `${name} of ${issuer_name}: ${previous_status} → ${status}`,
  'decision.changed': ({ policy, changes }) =>
    `Policy ${policy.name}: ${changes.map(({ provider_id, decision }) => `${decision} ${provider_id}`).join(', ')}`,
  'alert.opened': alertLine,
  'alert.updated': alertLine,
  'alert.resolved': alertLine,
  'webhook.endpoint_disabled': ({ host, disabled_because, waiting_deliveries }) =>
    `The endpoint at ${host} was disabled (${disabled_because}). Waiting deliveries: ${waiting_deliveries}.`,
  'webhook.test': ({ message }) => message,
};

function wordsOf({ type, data }: WebhookEvent): string {
  // A newer service can send types that this version does not have.
  if (!Object.hasOwn(EVENT_DEFINITIONS, type)) return 'a type that this version does not know';
  const words = WORDS[type] as ((data: WebhookEvent['data']) => string) | undefined;
  return words === undefined ? EVENT_DEFINITIONS[type].description : words(data);
}

function alertLine({ rule, sentence, state }: AlertEventData): string {
  return `${rule.name}: ${sentence} (${state})`;
}

function scoreInLine(data: ScoreEventData): string {
  const end = (score: number | null, band: string | null) =>
    score === null || band === null ? 'none' : `${score.toFixed(2)} (${bandInWords(band)})`;
  const before = end(data.previous_score, data.previous_band);
  return `${data.provider_name}: ${before} → ${end(data.new_score, data.new_band)}. ${data.reason}`;
}

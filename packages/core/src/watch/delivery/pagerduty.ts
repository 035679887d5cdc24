// Events for PagerDuty's Events API v2. https://developer.pagerduty.com/docs/events-api-v2-overview

import { instantText } from '../../context/times.ts';
import { alertLink, cut, type Place, type Told } from './told.ts';

const MOST_SUMMARY = 1024;

type Severity = 'critical' | 'error' | 'warning' | 'info';

export interface PagerDutyEvent {
  routing_key: string;
  event_action: 'trigger' | 'acknowledge' | 'resolve';
  dedup_key: string;
  payload?: {
    summary: string;
    source: string;
    severity: Severity;
    timestamp: string;
    class: string;
    custom_details: Record<string, string>;
  };
  links?: { href: string; text: string }[];
  client?: string;
  client_url?: string;
}

const ACTIONS: Partial<Record<Told['what'], PagerDutyEvent['event_action']>> = {
  acknowledged: 'acknowledge',
  closed: 'resolve',
  resolved: 'resolve',
};

const SEVERITIES: Readonly<Record<string, Severity>> = {
  withdrawn: 'critical',
  limit_breached: 'critical',
  under_review: 'warning',
  evidence_lapses: 'warning',
};

/** All changes of an alert are one incident. */
export function pagerDutyEvent(place: Place, routingKey: string, told: Told): PagerDutyEvent {
  const event_action = ACTIONS[told.what] ?? 'trigger';
  const event = { routing_key: routingKey, event_action, dedup_key: `rf-alert-${told.alertId}` };
  if (event_action !== 'trigger') return event;
  const isWorse = told.what === 'worsened' || told.severity > 0;
  const href = alertLink(place, told.alertId);
  return {
    ...event,
    payload: {
      summary: cut(told.sentence, MOST_SUMMARY),
      source: place.siteName,
      severity: isWorse && told.kind === 'stale' ? 'critical' : (SEVERITIES[told.kind] ?? 'error'),
      timestamp: instantText(told.changedAt),
      class: told.kind,
      custom_details: { rule: told.ruleName, ...(told.fact === null ? {} : { fact: told.fact }) },
    },
    links: [{ href, text: 'Open the alert' }],
    ...{ client: place.siteName, client_url: href },
  };
}

/** A test opens an incident of the lowest severity and resolves it at once. */
export function pagerDutyTest(place: Place, routingKey: string, id: string, now: number): PagerDutyEvent[] {
  const common = { routing_key: routingKey, dedup_key: `rf-test-${id}` };
  return [
    {
      ...common,
      event_action: 'trigger',
      payload: {
        summary: `Test of ${place.siteName}: alerts of watch rules that use this channel will come here`,
        ...{ source: place.siteName, severity: 'info', timestamp: instantText(now), class: 'test' },
        custom_details: {},
      },
    },
    { ...common, event_action: 'resolve' },
  ];
}

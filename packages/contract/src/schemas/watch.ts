// The kinds of conditions of watch rules, and what happens to alerts.

export const WATCH_KINDS = [
  'below_score',
  'fell',
  'band_change',
  'stale',
  'withdrawn',
  'under_review',
  'decision_changed',
  'limit_breached',
  'evidence_lapses',
] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export const ALERT_STATES = ['open', 'acknowledged', 'snoozed', 'resolved'] as const;

export const ALERT_CHANGES = [
  'opened',
  'updated',
  'worsened',
  'acknowledged',
  'snoozed',
  'snooze_ended',
  'closed',
  'resolved',
] as const;

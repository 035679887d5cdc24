// What a message says of an alert: its sentence and facts, and only amounts that the customer allows in the channel.

import type { Database } from '../../store/schema.ts';

/** One alert in a message. */
export interface Told {
  alertId: string;
  what: Database['alert_changes']['what'];
  kind: string;
  sentence: string;
  fact: string | null;
  /** Higher is worse. */
  severity: number;
  ruleName: string;
  changedAt: number;
}

export interface Place {
  siteName: string;
  /** The address of the service. */
  baseUrl: string;
}

export function alertLink({ baseUrl }: Place, alertId: string): string {
  return `${baseUrl}/console/watch?alert=${alertId}`;
}

const LEADS: Partial<Record<Told['what'], string>> = {
  worsened: 'Worse: ',
  snooze_ended: 'Still so: ',
  resolved: 'Resolved: ',
};

export function leadOf({ what }: Pick<Told, 'what'>): string {
  return LEADS[what] ?? '';
}

/** At most so many characters, without a half of a pair. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

// The sentences of alerts. They name no amount, because they may leave the service.

import { RISK_BANDS } from '@rf-indicators/contract';

/** Higher is riskier. */
export function bandRank(band: string): number {
  return (RISK_BANDS as readonly string[]).indexOf(band);
}

/** In hundredths: 16.42. */
export function scoreText(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/** "ELEVATED" becomes "Elevated risk". */
export function bandText(band: string): string {
  return `${band.charAt(0)}${band.slice(1).toLowerCase().replaceAll('_', ' ')} risk`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** "2026-11-24" becomes "24 November 2026". */
export function dayText(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    timeZone: 'UTC',
  });
  return format.format(Date.parse(`${day}T00:00:00Z`));
}

export const sentences = {
  below: (name: string, score: number, limit: number) =>
    `${name} is below ${scoreText(limit)}: its score is ${scoreText(score)}`,
  fell: (name: string, points: number, days: number, score: number) =>
    `${name} fell ${scoreText(points)} points within ${count(days, 'day')}, to ${scoreText(score)}`,
  band: (name: string, from: string, to: string) => `${name} moved from ${bandText(from)} to ${bandText(to)}`,
  stale: (name: string) => `${name} is stale`,
  willBeWithdrawn: (name: string, day: string) => `${name} will be withdrawn on ${dayText(day)}`,
  withdrawn: (name: string) => `${name} is withdrawn`,
  underReview: (name: string) => `${name} is under review`,
  decision: (name: string, policy: string, from: string | null, to: string) =>
    `The policy ${policy} ${from === null ? `decides ${to} of ${name}` : `changed from ${from} to ${to} for ${name}`}`,
  limit: (limit: string) => `The limit ${limit} is breached`,
  lapse: (checks: number, names: number, name: string, day: string) =>
    `${checks === 1 ? 'A check lapses' : `${checks} checks lapse`} for ${names === 1 ? name : count(names, 'name')} on ${dayText(day)}`,
} as const;

// Mails about alerts, at once.

import type { Mail } from '../../identity/mails.ts';
import { alertLink, cut, leadOf, type Place, type Told } from './told.ts';

const MOST_SUBJECT = 150;

export function alertMail(place: Place, to: string, alerts: readonly Told[]): Mail {
  const title =
    alerts.length === 1 ? `${leadOf(alerts[0]!)}${alerts[0]!.sentence}` : `${alerts.length} alerts changed`;
  const parts = alerts.map((told) =>
    [
      `${leadOf(told)}${told.sentence}`,
      ...(told.fact === null ? [] : [told.fact]),
      `By the rule ${told.ruleName}: ${alertLink(place, told.alertId)}`,
    ].join('\n'),
  );
  const why = `You get this mail because a channel of your workspace has your name: ${place.baseUrl}/console/watch`;
  return {
    to,
    subject: cut(`${place.siteName}: ${title}`, MOST_SUBJECT),
    text: `${[...parts, why].join('\n\n')}\n`,
  };
}

export function testMail(place: Place, to: string, channel: string): Mail {
  const text = `This is a test of the channel ${channel}. Alerts of watch rules that use it will come to this address.`;
  return {
    to,
    subject: `${place.siteName}: test of ${channel}`,
    text: `${text}\n\n${place.baseUrl}/console/watch\n`,
  };
}

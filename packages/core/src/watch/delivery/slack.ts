// Messages for incoming webhooks of Slack, in Block Kit. https://docs.slack.dev/reference/block-kit/blocks

import { alertLink, cut, leadOf, type Place, type Told } from './told.ts';

const MOST_SECTION = 3000;
const MOST_HEADER = 150;
/** With the header, two blocks for each are less than the 50 that a message may have. */
export const MOST_ALERTS = 20;

export interface SlackMessage {
  /** What notifications show. */
  text: string;
  blocks: object[];
}

export function slackMessage(place: Place, alerts: readonly Told[]): SlackMessage {
  const title =
    alerts.length === 1 ? `${leadOf(alerts[0]!)}${alerts[0]!.sentence}` : `${alerts.length} alerts changed`;
  return {
    text: escaped(title, MOST_SECTION),
    blocks: [
      header(alerts.length === 1 ? place.siteName : title),
      ...alerts.flatMap((one) => blocksOf(place, one)),
    ],
  };
}

export function slackTest(place: Place, by: string): SlackMessage {
  const text = `This is a test of ${by} in ${place.siteName}. Alerts of watch rules that use this channel will come here.`;
  return { text: escaped(text), blocks: [section(escaped(text))] };
}

function blocksOf(place: Place, told: Told): object[] {
  const { sentence, fact, ruleName, alertId } = told;
  const lines = [
    `*${escaped(leadOf(told) + sentence, 1000)}*`,
    ...(fact === null ? [] : [escaped(fact, 1900)]),
  ];
  const link = `<${alertLink(place, alertId)}|Open the alert>`;
  return [
    section(lines.join('\n')),
    {
      type: 'context',
      elements: [{ type: 'mrkdwn', text: `${escaped(`By the rule ${ruleName}`, 1000)}. ${link}` }],
    },
  ];
}

function header(text: string): object {
  return { type: 'header', text: { type: 'plain_text', text: cut(text, MOST_HEADER) } };
}

function section(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The three characters that begin something else in Slack's texts are written otherwise. At most so many characters, and no half of one. */
function escaped(text: string, most = MOST_SECTION): string {
  let written = '';
  for (const character of text) {
    const next = ENTITIES[character] ?? character;
    if (written.length + next.length > most - 1) return `${written}…`;
    written += next;
  }
  return written;
}

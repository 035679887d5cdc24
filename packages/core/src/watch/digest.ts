// The digest of a member: what is open, what lies ahead, and how their books stand.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { openBook } from '../books/open-book.ts';
import { showBook } from '../books/show.ts';
import { civilDate, dayAfter } from '../context/times.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import { aheadOf, aheadText } from './ahead.ts';
import { type AlertDetails, openDetails } from './alert-details.ts';
import { openAlerts, sealingIn } from './alerts.ts';
import { contentsNow, namesInBook, namesOfProviders } from './names.ts';
import { providersOf, rulesSeen } from './rule-rows.ts';
import { whyStopped } from './rules.ts';
import { count, dayText } from './sentences.ts';
import { type Sight, sightOf } from './sight.ts';

export type Digest = DomainAnswerOf<'watch.digest_preview'>;

export interface DigestReading {
  db: Queries;
  masterKey: MasterKey;
  publishing: PublishingPolicy;
  now: number;
  place: DigestPlace;
}

export interface DigestPlace {
  siteName: string;
  /** The address of the service. */
  baseUrl: string;
}

const AHEAD_DAYS = 30;
const MOST_LINES = 50;

/** `text` is null if there is nothing to tell. */
export async function digestOf(reading: DigestReading, member: Member): Promise<Digest> {
  const { db, masterKey, publishing, now, place } = reading;
  const sight = await sightOf(db, masterKey, member);
  const needs_you = await needsYou(db, sight);
  const providers = await watchedProviders(reading, member, sight);
  const ahead = (await aheadOf(db, publishing, providers, now, AHEAD_DAYS)).slice(0, MOST_LINES);
  const lines = ahead.map((one) => ({ day: one.day, text: aheadText(one) }));
  const stopped = await stoppedRules(db, sight);
  const lead = await leadOf(reading, member, sight);
  const open = needs_you.length;
  const subject = `${place.siteName}: ${open === 0 ? 'nothing is open' : `${open} open`}, ${member.workspace.name}, ${dayText(civilDate(now))}`;
  if (open === 0 && lines.length === 0 && stopped.length === 0)
    return { subject, text: null, lead, needs_you, ahead: lines };
  const parts = [
    lead.join('\n'),
    section(
      'Needs you',
      needs_you.map(
        ({ name, score, text }) => `${name}${score === null ? '' : ` (${score.toFixed(2)})`}: ${text}`,
      ),
    ),
    section(
      'Ahead (UTC dates)',
      lines.map(({ day, text }) => `${dayText(day)}: ${text}`),
    ),
    section('Rules that tell nothing', stopped),
    `To see it all: ${place.baseUrl}/console/watch`,
    `Scores, and why they are what they are: ${place.baseUrl}/scores\nWhen this digest comes, or to stop it: ${place.baseUrl}/console/watch`,
  ];
  const text = `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  return { subject, text, lead, needs_you, ahead: lines };
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `- ${line}`)].join('\n');
}

async function needsYou(db: Queries, sight: Sight): Promise<Digest['needs_you']> {
  const rows = await openAlerts(db, sight, MOST_LINES);
  return rows.map((row) => {
    const sealing = sealingIn(sight, row);
    const said = openDetails<AlertDetails>(sealing, row.id, 0, row.details);
    const mayHaveAmounts = row.book_id !== null && sight.books.get(row.book_id)!.amountsTo.includes('mail');
    const [only, ...others] = said.names;
    const name =
      only === undefined ? 'Limit' : others.length === 0 ? only.name : count(said.names.length, 'name');
    const facts = [said.sentence, said.fact, mayHaveAmounts ? said.amounts : null];
    return {
      ...{ alert: row.id, name, score: others.length === 0 ? (only?.score ?? null) : null },
      text: facts.filter((part) => part !== null).join('. '),
    };
  });
}

/** The providers of all rules that are on and that the member sees, once each. */
export async function watchedProviders(
  { db, masterKey, now }: Pick<DigestReading, 'db' | 'masterKey' | 'now'>,
  member: Member,
  sight: Sight,
): Promise<string[]> {
  const rules = (await rulesSeen(db, sight)).filter(({ is_on }) => is_on === 1);
  const found = new Set<string>();
  const books = new Set(rules.flatMap(({ book_id }) => book_id ?? []));
  for (const book of books) {
    const contents = await contentsNow(db, await openBook(db, masterKey, member, book, 'see'), now);
    for (const { provider } of namesInBook(contents)) if (provider !== null) found.add(provider);
  }
  const lists = rules.filter(({ book_id }) => book_id === null).map(providersOf);
  // One rule about all providers makes the lists of the others needless.
  const all = lists.some((list) => list.length === 0) ? [[]] : lists;
  for (const list of all) for (const { provider } of await namesOfProviders(db, list)) found.add(provider!);
  return [...found].sort();
}

async function stoppedRules(db: Queries, sight: Sight): Promise<string[]> {
  const lines: string[] = [];
  for (const rule of await rulesSeen(db, sight)) {
    if (rule.is_on === 0) continue;
    const why = await whyStopped(db, rule);
    if (why !== null)
      lines.push(
        `${rule.name}: ${why === 'owner_left' ? 'its owner left' : 'its owner may not see the book any more'}. Whoever changes it becomes its owner.`,
      );
  }
  return lines;
}

/** The composite score of each book with a rule, and its change in a day. It holds no amount. */
async function leadOf(reading: DigestReading, member: Member, sight: Sight): Promise<string[]> {
  const { db, masterKey, publishing, now } = reading;
  const books = new Set((await rulesSeen(db, sight)).flatMap(({ book_id }) => book_id ?? []));
  const lines: string[] = [];
  for (const book of books) {
    const since = dayAfter(civilDate(now), -1);
    const shown = await showBook({ db, masterKey, publishing, now }, member, { book, since });
    const { score } = shown.composite;
    if (score === null) continue;
    const before = shown.change?.before ?? null;
    const points = before === null ? null : Math.round((score - before) * 100);
    const moved =
      points === null || points === 0
        ? 'unchanged in a day'
        : `${points > 0 ? '+' : '\u2212'}${(Math.abs(points) / 100).toFixed(2)} in a day`;
    lines.push(`${shown.name}: ${score.toFixed(2)}, ${moved}. Higher is safer.`);
  }
  return lines;
}

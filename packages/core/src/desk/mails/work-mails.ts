// Mails to the staff about their work: a digest each morning, and at once what waits for a second person or mentions somebody.
// The leader queues each once; it is claimed before it is sent, so a crash sends at most one mail twice.

import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { listRequests } from '../../accounts/requests.ts';
import { listStaff, type StaffMember } from '../../accounts/staff.ts';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import type { Mail, SignInLinks } from '../../identity/mails.ts';
import type { Queries } from '../../store/store.ts';
import { openMentions } from '../inputs/mentions.ts';
import { mailAddress, mailChoices } from './choices.ts';
import { digestFor } from './digest.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** UTC; a service that was away at that time sends the digest until noon. */
const DIGEST_HOURS = { from: 6, until: 12 };
/** What waited longer, because no mail server was set, is in the next digest. */
const OLDEST_MS = DAY;
/** The wait after each failed attempt. */
const WAITS_MS = [5, 30, 120].map((minutes) => minutes * MINUTE);
/** How long it is remembered that a mail was sent: longer than anything is queued. */
const KEPT_MS = 30 * DAY;
const AT_ONCE = 50;

export interface MailPlace {
  siteName: string;
  /** The address of the service. */
  baseUrl: string;
}

const APPROVERS = ['operator', 'reviewer', 'chief_risk_officer'];

/** Queues what is due, and sends what is queued. Returns how many mails were sent. */
export async function mailWork(
  context: Context,
  place: MailPlace,
  send: NonNullable<SignInLinks['send']>,
  onError: (error: unknown) => void,
): Promise<number> {
  const { store, clock } = context;
  const staff = await listStaff(store.db);
  const people = new Map(staff.filter(({ status }) => status === 'active').map((one) => [one.id, one]));
  await queue(context, [...people.values()]);
  let sent = 0;
  for (const row of await dueMails(context)) {
    if (!(await claim(context, row))) continue;
    const person = people.get(row.staff_id);
    const mail = person === undefined ? null : await compose(context, place, person, row.about);
    try {
      if (mail !== null) await send(mail);
    } catch (error) {
      onError(error);
      continue;
    }
    if (mail !== null) sent += 1;
    await store.transaction((writes) =>
      writes
        .updateTable('staff_mails')
        .set({ sent_at: clock() })
        .where('staff_id', '=', row.staff_id)
        .where('about', '=', row.about)
        .execute(),
    );
  }
  return sent;
}

interface Queued {
  staff_id: string;
  /** digest/DAY, request/ID or mention/PROPOSAL/TIME. */
  about: string;
}

async function queue({ store, clock }: Context, people: readonly StaffMember[]): Promise<void> {
  const now = clock();
  const { db } = store;
  const wanted: Queued[] = [];
  const hour = new Date(now).getUTCHours();
  if (hour >= DIGEST_HOURS.from && hour < DIGEST_HOURS.until)
    wanted.push(...people.map(({ id }) => ({ staff_id: id, about: `digest/${civilDate(now)}` })));
  for (const { id, requested_by, requested_at } of await listRequests(db, now, { status: 'open' })) {
    if (requested_at < now - OLDEST_MS) continue;
    const others = people.filter((one) => one.id !== requested_by && isApprover(one));
    wanted.push(...others.map((one) => ({ staff_id: one.id, about: `request/${id}` })));
  }
  for (const { proposal_id, written_at, people: mentioned } of await openMentions(db)) {
    if (written_at < now - OLDEST_MS) continue;
    wanted.push(...mentioned.map((id) => ({ staff_id: id, about: `mention/${proposal_id}/${written_at}` })));
  }
  const known = new Set(
    (await db.selectFrom('staff_mails').select(['staff_id', 'about']).execute()).map(keyOf),
  );
  const fresh = wanted.filter((one) => !known.has(keyOf(one)));
  const old = db
    .selectFrom('staff_mails')
    .select('about')
    .where('created_at', '<', now - KEPT_MS);
  const hasOld = (await old.executeTakeFirst()) !== undefined;
  if (fresh.length === 0 && !hasOld) return;
  await store.transaction(async (writes) => {
    await writes
      .deleteFrom('staff_mails')
      .where('created_at', '<', now - KEPT_MS)
      .execute();
    for (const one of fresh)
      await writes
        .insertInto('staff_mails')
        .values({ ...one, created_at: now, attempts: 0, next_attempt_at: now, sent_at: null })
        .onConflict((conflict) => conflict.columns(['staff_id', 'about']).doNothing())
        .execute();
  });
}

function keyOf({ staff_id, about }: Queued): string {
  return `${staff_id} ${about}`;
}

function isApprover({ roles }: StaffMember): boolean {
  return roles.some((role) => APPROVERS.includes(role));
}

function dueMails({ store, clock }: Context) {
  return store.db
    .selectFrom('staff_mails')
    .select(['staff_id', 'about', 'attempts'])
    .where('sent_at', 'is', null)
    .where('attempts', '<', WAITS_MS.length)
    .where('next_attempt_at', '<=', clock())
    .where('created_at', '>', clock() - OLDEST_MS)
    .orderBy('next_attempt_at')
    .limit(AT_ONCE)
    .execute();
}

/** Puts the next attempt off before the mail is sent, so that another process does not send it too. */
async function claim({ store, clock }: Context, row: Queued & { attempts: number }): Promise<boolean> {
  return store.transaction(async (writes) => {
    const { numUpdatedRows } = await writes
      .updateTable('staff_mails')
      .set({ attempts: row.attempts + 1, next_attempt_at: clock() + WAITS_MS[row.attempts]! })
      .where('staff_id', '=', row.staff_id)
      .where('about', '=', row.about)
      .where('attempts', '=', row.attempts)
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

/** Null if the person does not want it, has no address, or has nothing to do about it any longer. */
async function compose(
  { store: { db }, clock }: Context,
  { siteName, baseUrl }: MailPlace,
  person: StaffMember,
  about: string,
): Promise<Mail | null> {
  const { digest, at_once } = await mailChoices(db, person.id);
  const to = await mailAddress(db, person.id);
  const [kind, id = '', written] = about.split('/');
  if (to === null || !(kind === 'digest' ? digest : at_once)) return null;
  const content =
    kind === 'digest'
      ? await digestFor(db, person, clock(), `${baseUrl}/desk`)
      : kind === 'request'
        ? await requestMail(db, clock(), id, baseUrl)
        : await mentionMail(db, person.id, id, Number(written), baseUrl);
  if (content === null) return null;
  const off = `You choose which mails you get on the page Account: ${baseUrl}/account`;
  return { to, subject: `${siteName}: ${content.subject}`, text: `${content.text}\n\n${off}\n` };
}

/** What is asked for is on the page: a mail can be read by others than the person. */
async function requestMail(db: Queries, now: number, id: string, baseUrl: string) {
  const [request] = await listRequests(db, now, { id, status: 'open' });
  if (request === undefined) return null;
  const { request: words } = ACTS[request.act] as Act;
  return {
    subject: 'a request waits for a second person',
    text:
      `${request.requester} made a request that takes a second person: ${(words?.kind ?? 'a change').toLowerCase()}. ` +
      `Look at it, and approve or refuse it:\n\n${baseUrl}/desk/requests?which=open&request=${id}`,
  };
}

async function mentionMail(db: Queries, me: string, proposalId: string, writtenAt: number, baseUrl: string) {
  const mention = (await openMentions(db)).find(
    ({ proposal_id, written_at, people }) =>
      proposal_id === proposalId && written_at === writtenAt && people.includes(me),
  );
  if (mention === undefined) return null;
  return {
    subject: `${mention.by} mentions you in a question`,
    text: `${mention.by} mentions you in a question about a proposed input:\n\n${baseUrl}/desk/approvals?proposal=${proposalId}`,
  };
}

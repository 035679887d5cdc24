// Attempts to have the committee decide what it did not: votes for others, votes by token, votes after the close, a quorum of people
// who left, and rows that somebody wrote.

import type { ActName } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Row } from '@rf-indicators/core/store/schema';
import { decideDraft } from '../../test/support/deciding.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk } from './desk.ts';
import { leaveCommittee, retire } from './others.ts';
import { firsts, publishing, UNDECIDED } from './publishing.ts';
import { written } from './written-rows.ts';

const BY_TOKEN = 'Everybody votes as themselves: sign in at the desk, in a browser. A token casts no vote.';
const FORGED_ENTRY =
  'The records of who may do what were altered: entry … of the record chain has a wrong MAC: somebody made or changed it without the master key. Nothing is permitted until this is resolved. Run rf verify --all, and restore a backup with rf restore.';
const HIDDEN =
  'Nothing was decided, because the store was altered: an entry of the committee about … is missing or was changed. Run rf verify --all, and restore a backup with rf restore.';
const VOTED = ['committee_entries', 'audit'];

interface Seen {
  matters: { matter: string; seen: string }[];
}

async function firstsOf(desk: Desk, run = desk.drafts.firsts): Promise<Seen> {
  const { data } = await desk.perform('operator', 'committee.list', { run });
  return { matters: data.map(({ matter, seen }) => ({ matter, seen })) };
}

/** As a page of somebody who is signed in sends it. */
function signedIn(desk: Desk, actor: Actor, name: ActName, input: object) {
  const services = { ...desk.services, context: { ...desk.context, via: 'session' as const } };
  return performAct(services, { kind: 'staff', actor }, name, input as never);
}

async function voteAs(desk: Desk, actor: Actor, vote: 'for' | 'against', run?: string, more: object = {}) {
  await signedIn(desk, actor, 'committee.vote', { ...(await firstsOf(desk, run)), vote, ...more });
}

function voting(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command'>): Attempt {
  return {
    title,
    act: ['committee.vote', (_, { matter, seen }) => ({ matters: [{ matter, seen }], vote: 'for' })],
    prepare: firstMatter,
    ...rest,
  };
}

async function firstMatter(desk: Desk): Promise<Things> {
  const [first] = (await firstsOf(desk)).matters;
  return { ...first! };
}

/** One person does all that one person can: votes three times, and writes the minutes. */
async function alone(desk: Desk): Promise<void> {
  const { actor } = desk.people.insider;
  for (const _ of [1, 2, 3]) await voteAs(desk, actor, 'for', undefined, { minute: 'The committee met.' });
  await desk.perform('insider', 'runs.publish', { run: desk.drafts.firsts });
}

/** The analyst proposed all values of first indicators, and the reviewer approved them. */
async function withoutIndependence(desk: Desk): Promise<void> {
  const { analyst, reviewer, officer, insider } = desk.people;
  const sentence = 'It was read in the meeting.';
  await signedIn(desk, officer.actor, 'committee.waive', { ...(await firstsOf(desk)), sentence });
  await voteAs(desk, analyst.actor, 'for', undefined, { minute: 'The committee met.' });
  await voteAs(desk, reviewer.actor, 'for');
  await voteAs(desk, insider.actor, 'against');
  await desk.perform('operator', 'runs.publish', { run: desk.drafts.firsts });
}

async function withoutMinutes(desk: Desk): Promise<void> {
  const { analyst, reviewer, officer } = desk.people;
  const seen = await firstsOf(desk);
  await signedIn(desk, officer.actor, 'committee.waive', {
    ...seen,
    sentence: 'It was read in the meeting.',
  });
  for (const { actor } of [analyst, reviewer, officer]) await voteAs(desk, actor, 'for');
  await desk.perform('operator', 'runs.publish', { run: desk.drafts.firsts });
}

async function unread(desk: Desk): Promise<void> {
  const { analyst, reviewer, officer } = desk.people;
  for (const { actor } of [analyst, reviewer, officer])
    await voteAs(desk, actor, 'for', undefined, { minute: 'The committee met.' });
  await desk.perform('operator', 'runs.publish', { run: desk.drafts.firsts });
}

async function afterTheClose(desk: Desk): Promise<void> {
  const seen = await firstsOf(desk);
  await decideDraft(desk.context, desk.drafts.firsts);
  await signedIn(desk, desk.people.insider.actor, 'committee.vote', { ...seen, vote: 'against' });
}

/** A vote of the officer, as it would have been recorded. */
async function voteOf(desk: Desk, person: Actor, seq: number): Promise<Row> {
  const { matters } = await firstsOf(desk);
  const items = matters.map(({ matter, seen }) => [matter.slice(matter.indexOf('.') + 1), seen]);
  return {
    ...{ scope: `run/${desk.drafts.firsts}`, seq, kind: 'vote', staff_id: person.id },
    ...{ at: desk.context.clock(), content: JSON.stringify({ vote: 'for', items, words: null }) },
  };
}

/** The first accepted entry of a kind, so that it can be changed. */
const ofRun = (desk: Desk, seq: number) => ({ scope: `run/${desk.drafts.firsts}`, seq });

export const COMMITTEE: Attempt[] = [
  voting('Cast a vote with a token', { by: 'reviewer', skips: ['browser'], refusal: BY_TOKEN }),
  voting('Vote as somebody who is only an operator', {
    by: 'operator',
    refusal: 'This requires the analyst or reviewer or chief_risk_officer role, which … does not have.',
  }),
  {
    title: 'Vote in the name of another member',
    by: 'insider',
    prepare: firstMatter,
    act: [
      'committee.vote',
      (desk, { matter, seen }) => ({
        matters: [{ matter, seen }],
        ...{ vote: 'for', person: desk.people.officer.actor.id },
      }),
    ],
    refusal: 'The input is not valid. …',
  },
  {
    title: 'Reach the quorum with several votes of one person',
    by: 'insider',
    otherwise: ['outcome', alone],
    leaves: VOTED,
    refusal:
      'Nothing of this draft can be published yet. It needs 2 more votes for its quorum of 3. Providers: ….',
  },
  {
    title: 'Change a vote after the outcome has closed the matter',
    by: 'insider',
    otherwise: ['outcome', afterTheClose],
    leaves: [...VOTED, 'rationales', 'rationale_reviews'],
    refusal: 'The committee has accepted this already: voting is closed, and nothing is added.',
  },
  {
    title: 'Publish with votes of people who proposed and approved the changed values alone',
    by: 'insider',
    otherwise: ['outcome', withoutIndependence],
    leaves: VOTED,
    refusal:
      'Nothing of this draft can be published yet. It needs a vote for it of somebody who proposed and approved none of the changed values. Providers: ….',
  },
  {
    title: 'Publish what nobody wrote minutes of',
    by: 'insider',
    otherwise: ['outcome', withoutMinutes],
    leaves: VOTED,
    refusal:
      'Nothing of this draft can be published yet. Somebody must write a line of the minutes. Providers: ….',
  },
  {
    title: 'Publish what nobody in favour has read',
    by: 'insider',
    otherwise: ['outcome', unread],
    leaves: VOTED,
    refusal:
      'Nothing of this draft can be published yet. Nobody in favour has read the evidence of …; the chair can waive it. Providers: ….',
  },
  publishing('Publish with a quorum of people who were retired since', firsts, {
    by: 'operator',
    prepare: async (desk) => {
      await decideDraft(desk.context, desk.drafts.firsts);
      await retire(desk, 'Demo Second Reviewer');
      return {};
    },
    refusal:
      'Nothing of this draft can be published yet. Somebody who voted has left or lost the role, so the votes no longer suffice. Providers: ….',
  }),
  publishing('Publish with the vote of somebody who votes no longer', firsts, {
    by: 'operator',
    prepare: async (desk) => {
      await decideDraft(desk.context, desk.drafts.firsts);
      await leaveCommittee(desk, 'Demo Second Reviewer');
      return {};
    },
    refusal:
      'Nothing of this draft can be published yet. Somebody who voted has left or lost the role, so the votes no longer suffice. Providers: ….',
  }),
  publishing('Publish with votes that were inserted for the officer and the reviewers', firsts, {
    by: 'operator',
    prepare: written(async (forger, desk) => {
      const { officer, reviewer, analyst } = desk.people;
      for (const [index, { actor }] of [officer, reviewer, analyst].entries())
        await forger.insert('committee_entries', await voteOf(desk, actor, index + 1));
      return undefined;
    }),
    refusal: UNDECIDED,
  }),
  publishing('Publish with an inserted vote and an entry of the record chain for it', firsts, {
    by: 'operator',
    prepare: written(async (forger, desk) => {
      const row = await voteOf(desk, desk.people.officer.actor, 1);
      await forger.insert('committee_entries', row);
      await forger.append('committee_entries', rowKey('committee_entries', row), [row]);
      return undefined;
    }),
    isAltered: true,
    // Every token is refused alike.
    skips: ['old token'],
    refusal: FORGED_ENTRY,
  }),
  publishing('Publish after a vote against was edited in the database', firsts, {
    by: 'operator',
    prepare: written(async (forger, desk) => {
      await voteAs(desk, desk.people.officer.actor, 'against');
      const forged = await voteOf(desk, desk.people.officer.actor, 1);
      await forger.change('committee_entries', ofRun(desk, 1), { content: forged.content });
      return undefined;
    }),
    refusal: HIDDEN,
  }),
  publishing('Publish after a refusal was deleted from the database', firsts, {
    by: 'operator',
    prepare: written(async (forger, desk) => {
      await voteAs(desk, desk.people.officer.actor, 'against');
      await forger.remove('committee_entries', ofRun(desk, 1));
      return undefined;
    }),
    refusal: HIDDEN,
  }),
  {
    title: 'Switch the rule of independence off alone',
    by: 'insider',
    prepare: disclosed,
    otherwise: [
      'outcome',
      async (desk) => {
        const input = { name: 'committee_independence', value: 0 };
        const { request } = await desk.perform('insider', 'rules.set', input);
        await desk.perform('insider', 'requests.approve', { request });
      },
    ],
    leaves: ['requests', 'audit'],
    refusal: 'This takes two people: you requested it, so somebody else must approve it.',
  },
  {
    title: 'Switch the rule of independence off for a draft that is made already',
    by: 'insider',
    prepare: disclosed,
    otherwise: [
      'outcome',
      async (desk) => {
        const input = { name: 'committee_independence', value: 0 };
        const { request } = await desk.perform('operator', 'rules.set', input);
        await desk.perform('reviewer', 'requests.approve', { request });
        const [first] = (await firstsOf(desk)).matters;
        const { independence } = await desk.perform('operator', 'committee.show', { matter: first!.matter });
        if (independence === 'required')
          throw new Refusal('conflict', 'The draft keeps the rule that it was made under.');
      },
    ],
    leaves: ['requests', 'request_decisions', 'desk_rules', 'audit'],
    refusal: 'The draft keeps the rule that it was made under.',
  },
];

/** Disclosures say that the rule is off; without them it stays on. */
async function disclosed(desk: Desk): Promise<Things> {
  const texts = { team: 'The desk.', conflicts: 'None.', handling: 'None.', sources: 'Documents.' };
  const input = { ...texts, limits: 'Prices.', reason: 'The first ones.' };
  const { request } = await desk.perform('operator', 'disclosures.set', input);
  await desk.perform('reviewer', 'requests.approve', { request });
  return {};
}

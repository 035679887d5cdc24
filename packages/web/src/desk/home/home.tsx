// The first page of the desk: what the person has to do, what is due soon, and what happened since their last visit.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { Title } from '../../frame/title.tsx';
import { newsSentence } from '../../ui/audit-sentences.ts';
import { useNow } from '../../ui/clock.ts';
import { ago, count, hundredths, plural, timeOf, until, withDates } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { inputName } from '../input-names.ts';
import { doneOf, openStep, STEPS } from '../setup/steps.ts';
import { useStaff } from '../staff.ts';
import styles from './home.module.css';
import { HomeList, type HomeRow } from './home-list.tsx';
import { Runway } from './runway.tsx';

const MOST = 7;

export function DeskHome() {
  const { data: home, error, refetch } = useRead('desk.home', {});
  const due = useRead('due.list', { limit: MOST }).data?.data;
  const waiting = home?.waiting.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <>
      <Title title="Home" tab={waiting === 0 ? 'Home' : `(${waiting}) Home`} />
      {error !== null && home === undefined ? (
        <ProblemBox error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <SetupLine />
          <div className={styles.lists}>
            <ToDo waiting={home?.waiting} />
            <DueSoon stale={home?.stale} staleCount={home?.stale_count ?? 0} due={due} />
            <SinceLastVisit home={home} />
          </div>
          {home === undefined || due === undefined ? null : <Runway runway={home.runway} />}
        </>
      )}
    </>
  );
}

/** The way to the set-up, until something was published. */
function SetupLine() {
  const person = useStaff();
  const setup = useRead('desk.setup', {}).data;
  if (setup === undefined || setup.is_done) return null;
  const step = openStep(setup, person.roles);
  return (
    <p className={styles.setup}>
      <PathLink to="/desk/setup">{`Set up: ${doneOf(setup)} of ${setup.steps.length} done`}</PathLink>
      {step === undefined ? '' : ` · next: ${STEPS[step.id].title.toLowerCase()}`}
    </p>
  );
}

type Waiting = AnswerOf<'desk.home'>['waiting'][number];

const KINDS: Readonly<Record<Waiting['kind'], { name: string; to: string; oldest: string }>> = {
  proposals: { name: 'Proposals to approve', to: '/desk/approvals', oldest: 'oldest proposed' },
  questions: { name: 'Questions to answer', to: '/desk/approvals', oldest: 'oldest asked' },
  mentions: { name: 'Questions that mention you', to: '/desk/approvals', oldest: 'oldest asked' },
  assigned: { name: 'Inputs to renew that you look after', to: '/desk/due', oldest: '' },
  votes: { name: 'Matters of the committee to vote on', to: '/desk/committee', oldest: 'oldest opened' },
  drafts: { name: 'Drafts to read or publish', to: '/desk/runs', oldest: 'oldest computed' },
  requests: { name: 'Requests for a second person', to: '/desk/requests', oldest: 'oldest made' },
  sign_offs: { name: 'Frameworks to sign', to: '/desk/frameworks', oldest: 'oldest imported' },
  claims: { name: 'New colleagues to confirm', to: '/desk/staff', oldest: 'oldest claimed' },
  score_requests: { name: 'Score requests to triage', to: '/desk/score-requests', oldest: 'oldest received' },
};

/** What waits for a decision of this person. */
function ToDo({ waiting }: { waiting: readonly Waiting[] | undefined }) {
  const now = useNow();
  return (
    <HomeList
      title="To do"
      rows={waiting?.map(({ kind, count: number, oldest_at, first }) => {
        const { name, to, oldest } = KINDS[kind];
        const detail = oldest_at === null ? '' : `${oldest} ${ago(oldest_at, now)}`;
        return {
          key: kind,
          to: first === null ? to : `${to}?proposal=${first}`,
          name,
          figure: count(number),
          detail,
        };
      })}
      empty="Nothing to do."
    />
  );
}

type StaleProvider = AnswerOf<'desk.home'>['stale'][number];
type Due = AnswerOf<'due.list'>['data'][number];

interface DueSoonProps {
  stale: readonly StaleProvider[] | undefined;
  staleCount: number;
  /** Undefined, like what is stale, until it has been read. */
  due: readonly Due[] | undefined;
}

/** Due soon: stale indicators that will be withdrawn, then inputs that lose points soon. */
export function DueSoon({ stale, staleCount, due }: DueSoonProps) {
  const now = useNow();
  const withdrawn = (stale ?? []).map(
    ({ slug, name, withdrawn_at, reason }): HomeRow => ({
      key: `stale/${slug}`,
      to: `/desk/providers/${slug}`,
      name,
      figure:
        timeOf(withdrawn_at) > now
          ? `withdrawn ${until(withdrawn_at, now)}`
          : 'withdrawn with the next check',
      detail: withDates(reason),
    }),
  );
  const rows = [...withdrawn, ...(due ?? []).map(dueRow)];
  return (
    <HomeList
      title="Due soon"
      rows={stale === undefined || due === undefined ? undefined : rows}
      empty="No evidence is in the last third of its time."
      more={
        <>
          <PathLink to="/desk/due">Due board</PathLink>
          {staleCount > MOST ? ` · ${count(staleCount)} stale indicators` : ''}
        </>
      }
    />
  );
}

function dueRow({ slug, name, input, is_gate, days_left, points_at_stake, band_if_lost }: Due): HomeRow {
  const loss =
    is_gate || band_if_lost === null
      ? 'without it there is no score'
      : `${hundredths(points_at_stake)} points at stake`;
  return {
    key: `${slug}/${input}`,
    to: `/desk/providers/${slug}`,
    name,
    figure: figureOf(days_left),
    detail: `${inputName(input)} · ${loss}`,
  };
}

function figureOf(daysLeft: number | null): string {
  if (daysLeft === null) return 'no evidence';
  return daysLeft <= 0 ? 'losing points' : `${plural(daysLeft, 'day')} left`;
}

/** What others and the service did since this person was last at the desk. */
function SinceLastVisit({ home }: { home: AnswerOf<'desk.home'> | undefined }) {
  const now = useNow();
  const since = home === undefined ? '' : ago(home.since, now);
  return (
    <HomeList
      title="Since your last visit"
      rows={home?.news.map(({ action, count, latest_at, by, others }) => ({
        key: action,
        to: `/desk/audit?action=${encodeURIComponent(action)}`,
        name: newsSentence(action, count),
        figure: ago(latest_at, now),
        detail: `by ${[...by, ...(others === 0 ? [] : [plural(others, 'other')])].join(', ')}`,
      }))}
      empty={`Nothing happened since ${since}.`}
      more={
        home === undefined
          ? ''
          : home.is_first_visit
            ? 'Your first visit: the last 7 days.'
            : `You were last here ${since}.`
      }
    />
  );
}

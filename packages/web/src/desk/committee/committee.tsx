// A run as the committee reads it: its providers at the left, one at a time in the middle, and its votes at the right.
// Publishing stands at the end of the list, where the reading ends.

import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { count, instant, shortUtcInstant, timeOf } from '../../ui/format.ts';
import { NARROW, useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useKeys, useSingleKeys } from '../../ui/single-keys.tsx';
import { State } from '../../ui/state.tsx';
import { useOpenRow } from '../presence.ts';
import { RUN_KINDS, type Run, runState } from '../runs/run.ts';
import { WorkBar } from '../runs/work-bar.tsx';
import { AskQuestion } from './ask.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import styles from './committee.module.css';
import type { Overview } from './groups.ts';
import { ItemList } from './item-list.tsx';
import { CommitteeKeys, castVote, chooseVote, stepInList } from './keys.tsx';
import type { ListedMatter } from './matter.ts';
import { OpenItem, OpenMatter } from './open-item.tsx';
import { OwnMatters } from './own-matters.tsx';
import { useSeen } from './use-seen.ts';

/** What of the page is open: a provider of the run, or a matter without a run. */
export interface Place {
  provider?: string | undefined;
  at?: string | undefined;
  matter?: string | undefined;
}

export function Committee() {
  const { run: id } = useParams({ from: '/desk/runs/$run' });
  const navigate = useNavigate({ from: '/desk/runs/$run' });
  const place = useSearch({ from: '/desk/runs/$run' });
  const read = useRead('runs.overview', { run: id });
  const overview = read.data;
  if (overview === undefined)
    return (
      <>
        <Title title="Run" />
        {read.error === null ? (
          <div aria-busy="true" />
        ) : (
          <ProblemBox error={read.error} onRetry={() => void read.refetch()} />
        )}
      </>
    );
  const { run } = overview;
  const { kind, words } = runState(run);
  return (
    <RunView
      key={id}
      overview={overview}
      title={`Run of ${shortUtcInstant(run.as_of)}`}
      note={
        <>
          <State kind={kind}>{words}</State> · {RUN_KINDS[run.kind]} · started by {run.created_by_name},{' '}
          {instant(run.created_at)}
        </>
      }
      others={[]}
      place={place}
      onGo={(search, replace) => void navigate({ search, replace })}
    />
  );
}

interface ViewProps {
  overview: Overview;
  title: string;
  note: ReactNode;
  /** Matters that are in no run. */
  others: readonly ListedMatter[] | null;
  place: Place;
  onGo: (place: Place, replace: boolean) => void;
}

/** More matters of one run are voted on without their state in the list. */
const MOST_MATTERS = 1000;

export function RunView({ overview, title, note, others, place, onGo }: ViewProps) {
  const { run } = overview;
  const isNarrow = useMedia(NARROW);
  const { seen, hasChanged, acknowledge } = useSeen(overview.seen, run.status === 'draft');
  const [first, setFirst] = useState<{ provider: string; at: string } | null>(null);
  const matters = useRead('committee.list', { run: run.id, limit: MOST_MATTERS });
  const listed = matters.data?.data ?? [];
  const open =
    place.matter !== undefined
      ? null
      : place.provider === undefined
        ? isNarrow
          ? null
          : first
        : { provider: place.provider, ...(place.at ? { at: place.at } : {}) };
  const own = open === null ? undefined : listed.find((matter) => isOf(matter, open));
  const wanted = place.matter ?? own?.matter;
  const matter = useRead('committee.show', { matter: wanted ?? '' }, { enabled: wanted !== undefined });
  useOpenRow('runs', open === null ? undefined : `${run.id} ${open.provider}`);
  const isReading = isNarrow && (open !== null || place.matter !== undefined);
  const keys = usePageKeys();
  const canAsk = wanted !== undefined && matter.data?.state === 'open';
  useKeys(keys.areOn && canAsk, { q: () => keys.setAsking(true) });
  const onBack = isReading ? () => onGo({}, false) : null;
  const read = overview.groups.reduce((sum, group) => sum + group.read, 0);
  const items = overview.groups.reduce((sum, group) => sum + group.items, 0);
  return (
    <>
      <div className={isReading ? styles.hidden : undefined}>
        <Title
          title={title}
          note={note}
          act={
            run.status !== 'draft' ? undefined : (
              <>
                <span className={styles.read}>
                  {count(read)} of {count(items)} read
                </span>
                <Button
                  notAllowed={canAsk ? null : 'The committee votes on nothing that is open here.'}
                  onPress={() => keys.setAsking(true)}
                >
                  Ask a question {keys.areOn ? <kbd>q</kbd> : null}
                </Button>
              </>
            )
          }
        />
        {run.reason === null ? null : <p className={styles.reason}>{run.reason}</p>}
        {run.progress === null ? null : <WorkBar progress={run.progress} />}
        <ChangedMeanwhile overview={overview} isNews={hasChanged} onRead={acknowledge} />
        <Outcome run={run} />
      </div>
      {run.status === 'computing' ? null : (
        <div className={styles.columns}>
          {isReading ? null : (
            <ItemList
              overview={overview}
              seen={seen}
              open={open?.provider}
              openAt={open?.at}
              matters={listed}
              onFirst={setFirst}
              onSelect={(provider, at) => onGo({ provider, at }, !isNarrow)}
            >
              {others === null ? null : (
                <OwnMatters
                  matters={others}
                  open={place.matter}
                  onSelect={(id) => onGo({ matter: id }, !isNarrow)}
                />
              )}
            </ItemList>
          )}
          {isNarrow && !isReading ? null : place.matter !== undefined ? (
            <OpenMatter key={place.matter} matter={matter} areKeysOn={keys.areOn} onBack={onBack} />
          ) : (
            <OpenItem
              key={open === null ? '' : `${open.provider} ${open.at ?? ''}`}
              run={run}
              open={open}
              matter={matter}
              hasMatter={wanted !== undefined}
              areKeysOn={keys.areOn}
              onBack={onBack}
            />
          )}
        </div>
      )}
      <CommitteeKeys isOn={keys.areOn} isHelp={keys.isHelp} onSwitch={keys.setOn} onHelp={keys.setHelp} />
      {keys.isAsking && matter.data !== undefined ? (
        <AskQuestion matter={matter.data} onClose={() => keys.setAsking(false)} />
      ) : null}
    </>
  );
}

/** The keys that do not depend on what is open. */
export function usePageKeys() {
  const [areOn, setOn] = useSingleKeys();
  const [isHelp, setHelp] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useKeys(areOn, {
    j: () => stepInList(1),
    k: () => stepInList(-1),
    '1': () => chooseVote(0),
    '2': () => chooseVote(1),
    '3': () => chooseVote(2),
    v: castVote,
    '?': () => setHelp(true),
  });
  return { areOn, setOn, isHelp, setHelp, isAsking, setAsking };
}

function isOf({ slug, as_of }: ListedMatter, open: { provider: string; at?: string }): boolean {
  return slug === open.provider && (open.at === undefined || timeOf(as_of!) === timeOf(open.at));
}

/** What became of a run that is no draft any longer. */
function Outcome({ run }: { run: Run }) {
  if (run.status === 'published')
    return (
      <p className={styles.outcome}>
        Its indicators are public: <a href="/">scores</a>, <a href="/changelog">changelog</a>.
      </p>
    );
  if (run.status === 'discarded')
    return (
      <p className={styles.outcome}>
        {run.finished_at === null
          ? 'Its computation was cut off or failed, and nothing of it can be published.'
          : 'It was discarded, and nothing more of it can be published.'}{' '}
        <Link to="/desk/runs">All runs</Link>
      </p>
    );
  if (run.status === 'computing' && run.progress === null)
    return (
      <p className={styles.outcome}>
        Its computation was cut off. It is discarded within the hour; start another one.
      </p>
    );
  return null;
}

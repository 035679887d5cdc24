// A run as a committee reads it: its providers at the left, one at a time in the middle, and at the right who approved it
// with votes, dissent and minutes. Publishing stands at the end of the list, where the reading ends.

import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { instant, shortUtcInstant } from '../../ui/format.ts';
import { NARROW, useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { useOpenRow } from '../presence.ts';
import { RUN_KINDS, type Run, runState } from '../runs/run.ts';
import { WorkBar } from '../runs/work-bar.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import styles from './committee.module.css';
import type { Overview } from './groups.ts';
import { ItemView } from './item.tsx';
import { ItemList } from './item-list.tsx';
import { CommitteeRecord } from './record.tsx';

export function Committee() {
  const { run: id } = useParams({ from: '/desk/runs/$run' });
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
  return <Read key={id} overview={overview} />;
}

function Read({ overview }: { overview: Overview }) {
  const { run } = overview;
  const navigate = useNavigate({ from: '/desk/runs/$run' });
  const search = useSearch({ from: '/desk/runs/$run' });
  const isNarrow = useMedia(NARROW);
  const { seen, hasChanged, acknowledge } = useSeen(overview);
  const { kind, words } = runState(run);
  const [first, setFirst] = useState<{ provider: string; at: string } | null>(null);
  const open =
    search.provider === undefined
      ? isNarrow
        ? null
        : first
      : { provider: search.provider, ...(search.at ? { at: search.at } : {}) };
  useOpenRow('runs', open === null ? undefined : `${run.id} ${open.provider}`);
  const select = (provider: string | undefined, at?: string) =>
    void navigate({
      search: provider === undefined ? {} : { provider, ...(at === undefined ? {} : { at }) },
      replace: !isNarrow,
    });
  const isReading = isNarrow && open !== null;
  return (
    <>
      <div className={isReading ? styles.hidden : undefined}>
        <Title
          title={`Run of ${shortUtcInstant(run.as_of)}`}
          note={
            <>
              {RUN_KINDS[run.kind]} · started by {run.created_by_name}, {instant(run.created_at)}
            </>
          }
          act={<State kind={kind}>{words}</State>}
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
              onFirst={setFirst}
              onSelect={select}
            />
          )}
          {isNarrow && !isReading ? null : (
            <ItemView
              key={open === null ? '' : `${open.provider} ${open.at ?? ''}`}
              run={run}
              open={open}
              onBack={isReading ? () => select(undefined) : null}
            />
          )}
          {isReading ? null : <CommitteeRecord overview={overview} />}
        </div>
      )}
    </>
  );
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

interface Seen {
  /** For the acts that decide on the draft. */
  seen: string;
  hasChanged: boolean;
  acknowledge: () => void;
}

/** The state of the draft that the reader has read. The page shows news by itself; a decision names what was read, until the reader says that they have read the news too. */
function useSeen({ run, seen: now }: Overview): Seen {
  const [seen, setSeen] = useState<string | null>(run.status === 'draft' ? now : null);
  // It becomes a draft while the page is open.
  if (seen === null && run.status === 'draft') setSeen(now);
  return {
    seen: seen ?? now,
    hasChanged: run.status === 'draft' && seen !== null && seen !== now,
    acknowledge: () => setSeen(now),
  };
}

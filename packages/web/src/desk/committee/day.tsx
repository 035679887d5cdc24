// What waits for the committee: the newest draft with its providers, and the withdrawals and reviews beside it.

import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { readSearch, usePageSearch } from '../../pages.ts';
import { instant, shortUtcInstant } from '../../ui/format.ts';
import { NARROW, useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useKeys } from '../../ui/single-keys.tsx';
import { AskQuestion } from './ask.tsx';
import styles from './committee.module.css';
import { type Place, RunView, usePageKeys } from './committee.tsx';
import { CommitteeKeys } from './keys.tsx';
import type { ListedMatter } from './matter.ts';
import { OpenMatter } from './open-item.tsx';
import { OwnMatters } from './own-matters.tsx';

const MOST = 1000;

export function CommitteeDay() {
  const navigate = useNavigate();
  const { search } = usePageSearch('/desk/committee');
  const drafts = useRead('runs.list', { status: 'draft', limit: MOST });
  const matters = useRead('committee.list', { state: 'open', limit: MOST });
  const runs = drafts.data?.data;
  const open = matters.data?.data;
  const chosen =
    runs?.find(({ id }) => id === search.run) ??
    runs?.find(({ id }) => open?.some(({ run }) => run === id)) ??
    runs?.[0];
  const overview = useRead('runs.overview', { run: chosen?.id ?? '' }, { enabled: chosen !== undefined });
  const error = drafts.error ?? matters.error ?? overview.error;
  const isReading =
    runs === undefined || open === undefined || (chosen !== undefined && overview.data === undefined);
  if (isReading)
    return (
      <>
        <Title title="Committee" />
        {error === null ? <div aria-busy="true" /> : <ProblemBox error={error} onRetry={drafts.refetch} />}
      </>
    );
  const others = open.filter(({ run }) => run === null);
  const go = (place: Place & { run?: string }, replace: boolean) =>
    void navigate({
      to: '/desk/committee',
      search: readSearch('/desk/committee')({ run: search.run, ...place }),
      replace,
    });
  const place: Place = {
    ...(search.provider === '' ? {} : { provider: search.provider }),
    ...(search.at === '' ? {} : { at: search.at }),
    ...(search.matter === '' ? {} : { matter: search.matter }),
  };
  if (overview.data === undefined) return <WithoutDraft matters={others} place={place} onGo={go} />;
  return (
    <RunView
      key={overview.data.run.id}
      overview={overview.data}
      title="Committee"
      note={
        <DraftNote asOf={overview.data.run.as_of} digest={overview.data.run.methodology_digest}>
          {runs.length < 2 ? null : (
            <select
              className={styles.drafts}
              aria-label="Switch drafts"
              value={overview.data.run.id}
              onChange={({ target }) => go({ run: target.value }, false)}
            >
              {runs.map(({ id, created_at, created_by_name }) => (
                <option key={id} value={id}>
                  {instant(created_at)}, {created_by_name}
                </option>
              ))}
            </select>
          )}
        </DraftNote>
      }
      others={others}
      place={place}
      onGo={go}
    />
  );
}

/** "Draft of 17 Nov 2026, 06:00 UTC · RF Framework v1.0". */
function DraftNote({ asOf, digest, children }: { asOf: string; digest: string; children: ReactNode }) {
  const frameworks = useRead('frameworks.list', {}).data?.data;
  const framework = frameworks?.find((one) => one.digest === digest)?.framework_version;
  return (
    <>
      Draft of {shortUtcInstant(asOf)}
      {framework === undefined ? '' : ` · ${framework}`}
      {children}
    </>
  );
}

interface WithoutDraftProps {
  matters: readonly ListedMatter[];
  place: Place;
  onGo: (place: Place, replace: boolean) => void;
}

function WithoutDraft({ matters, place, onGo }: WithoutDraftProps) {
  const isNarrow = useMedia(NARROW);
  const keys = usePageKeys();
  const id = place.matter ?? (isNarrow ? undefined : matters[0]?.matter);
  const matter = useRead('committee.show', { matter: id ?? '' }, { enabled: id !== undefined });
  const isReading = isNarrow && id !== undefined;
  const canAsk = matter.data?.state === 'open';
  const [isAsking, setAsking] = useState(false);
  useKeys(keys.areOn && canAsk, { q: () => setAsking(true) });
  return (
    <>
      <Title title="Committee" note="No draft waits" />
      {matters.length > 0 ? null : (
        <p className="plain">
          Nothing waits for a vote. A first indicator, a change of band, a correction or a reinstatement comes
          here with its draft: <Link to="/desk/runs">start a run</Link>.
        </p>
      )}
      <div className={styles.columns}>
        {isReading ? null : (
          <nav aria-label="Matters of the committee" data-matters="">
            <OwnMatters matters={matters} open={id} onSelect={(next) => onGo({ matter: next }, !isNarrow)} />
          </nav>
        )}
        {id === undefined ? null : (
          <OpenMatter
            key={id}
            matter={matter}
            areKeysOn={keys.areOn}
            onBack={isReading ? () => onGo({}, false) : null}
          />
        )}
      </div>
      <CommitteeKeys isOn={keys.areOn} isHelp={keys.isHelp} onSwitch={keys.setOn} onHelp={keys.setHelp} />
      {isAsking && matter.data !== undefined ? (
        <AskQuestion matter={matter.data} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

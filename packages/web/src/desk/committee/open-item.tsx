// What is read and voted on: a provider of a run, or a matter of its own, in the middle, and the committee at its right.

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useKeys } from '../../ui/single-keys.tsx';
import type { Run } from '../runs/run.ts';
import { type Changed, ShownDocument, type Support } from './changed-values.tsx';
import styles from './item.module.css';
import { Item } from './item.tsx';
import type { Matter } from './matter.ts';
import { MatterSide, NotDecidedHere } from './matter-side.tsx';
import { Minutes } from './minutes.tsx';
import { OwnMatter } from './own-matter.tsx';
import { useSeen } from './use-seen.ts';

interface OpenProps {
  /** The matter of what is open; its data is absent where the committee decides nothing. */
  matter: UseQueryResult<Matter>;
  hasMatter: boolean;
  areKeysOn: boolean;
  /** On phones: back to the list. */
  onBack: (() => void) | null;
}

interface ItemProps extends OpenProps {
  run: Run;
  open: { provider: string; at?: string } | null;
}

/** A provider of a run. */
export function OpenItem({ run, open, matter, hasMatter, areKeysOn, onBack }: ItemProps) {
  const read = useRead(
    'runs.item',
    {
      run: run.id,
      provider: open?.provider ?? '',
      ...(open?.at === undefined ? {} : { as_of: open.at }),
    },
    { enabled: open !== null },
  );
  const [shown, setShown] = useState<Support | null>(null);
  const item = read.data;
  const ofCommittee = hasMatter ? (matter.data ?? null) : null;
  const seen = useSeen(ofCommittee?.seen, ofCommittee?.state === 'open');
  useKeys(areKeysOn, {
    o: () => {
      const next = nextDocument(item?.inputs ?? [], ofCommittee);
      if (next !== null) setShown(next);
    },
  });
  const isPending = (open !== null && read.isPending) || (hasMatter && matter.isPending);
  return (
    <>
      <Article isBusy={isPending} error={read.error ?? matter.error} onRetry={read.refetch} onBack={onBack}>
        {item === undefined || isPending ? null : (
          <Item run={run} item={item} matter={ofCommittee} onEvidence={setShown}>
            {ofCommittee === null ? null : (
              <WithMinutes matter={ofCommittee} seen={seen.seen} areKeysOn={areKeysOn} />
            )}
          </Item>
        )}
      </Article>
      {ofCommittee !== null ? (
        <MatterSide matter={ofCommittee} seen={seen} areKeysOn={areKeysOn} />
      ) : item === undefined || isPending ? (
        <div />
      ) : (
        <NotDecidedHere />
      )}
      {shown === null ? null : <ShownDocument support={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** A withdrawal, or a matter about a review. */
export function OpenMatter({ matter, areKeysOn, onBack }: Omit<OpenProps, 'hasMatter'>) {
  const { data } = matter;
  const seen = useSeen(data?.seen, data?.state === 'open');
  return (
    <>
      <Article isBusy={matter.isPending} error={matter.error} onRetry={matter.refetch} onBack={onBack}>
        {data === undefined ? null : (
          <OwnMatter matter={data}>
            <WithMinutes matter={data} seen={seen.seen} areKeysOn={areKeysOn} />
          </OwnMatter>
        )}
      </Article>
      {data === undefined ? <div /> : <MatterSide matter={data} seen={seen} areKeysOn={areKeysOn} />}
    </>
  );
}

interface ArticleProps {
  isBusy: boolean;
  error: Error | null;
  onRetry: () => unknown;
  onBack: (() => void) | null;
  children: ReactNode;
}

function Article({ isBusy, error, onRetry, onBack, children }: ArticleProps) {
  return (
    <article className={styles.item} aria-label="Selected provider" aria-busy={isBusy}>
      {onBack === null ? null : (
        <Button kind="quiet" onPress={onBack}>
          Back to the list
        </Button>
      )}
      <ProblemBox error={error} onRetry={() => void onRetry()} />
      {children}
    </article>
  );
}

function WithMinutes({ matter, seen, areKeysOn }: { matter: Matter; seen: string; areKeysOn: boolean }) {
  const [isAdding, setAdding] = useState(false);
  useKeys(areKeysOn && matter.state === 'open', { m: () => setAdding(true) });
  return <Minutes matter={matter} seen={seen} isAdding={isAdding} onAdding={setAdding} />;
}

/** The first that the reader has not read, or the first. */
function nextDocument(inputs: readonly Changed[], matter: Matter | null): Support | null {
  const readByMe = new Set(
    matter?.inputs.filter(({ read_by_you }) => read_by_you !== null).map(({ input }) => input),
  );
  const stored = inputs.filter(({ proposal }) => proposal?.evidence.sha256 != null);
  const unread = stored.find(({ input, proposal }) =>
    matter === null ? proposal?.evidence.opened === false : !readByMe.has(input),
  );
  return (unread ?? stored[0])?.proposal ?? null;
}

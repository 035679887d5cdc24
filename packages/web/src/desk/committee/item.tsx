// One provider of a run: old and new score, the way from 100 to it, what changed and why, the evidence, open questions.

import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { findingOf, WaterfallChart } from '../../ui/waterfall/waterfall.tsx';
import { instant } from '../../ui/words.ts';
import type { Run } from '../runs/run.ts';
import { staffId, useStaff } from '../staff.ts';
import { breakdownOf } from './breakdown.ts';
import { Changes } from './changes.tsx';
import { Criteria } from './criteria.tsx';
import { Evidence } from './evidence.tsx';
import type { Detail } from './groups.ts';
import { Headline } from './headline.tsx';
import styles from './item.module.css';
import { Questions } from './questions.tsx';

/** Whoever stays this long has read it; whoever passes by has not. */
const READ_AFTER_MS = 1500;

interface ItemViewProps {
  run: Run;
  open: { provider: string; at?: number } | null;
  /** On phones: back to the list. */
  onBack: (() => void) | null;
}

export function ItemView({ run, open, onBack }: ItemViewProps) {
  const read = useRead(
    'runs.item',
    {
      run: run.id,
      provider: open?.provider ?? '',
      ...(open?.at === undefined ? {} : { as_of: open.at }),
    },
    { enabled: open !== null },
  );
  const item = read.data;
  useMarkRead(run, item);
  return (
    <article
      className={styles.item}
      aria-label="Selected provider"
      aria-busy={open !== null && read.isPending}
    >
      {onBack === null ? null : (
        <Button kind="quiet" onPress={onBack}>
          All providers of the run
        </Button>
      )}
      {read.error === null ? null : <ProblemBox error={read.error} onRetry={() => void read.refetch()} />}
      {item === undefined ? null : <Item item={item} />}
    </article>
  );
}

function Item({ item }: { item: Detail }) {
  const { result, slug, name, group, change, read_by } = item;
  const fall = result === null ? null : breakdownOf(result);
  return (
    <>
      <h2 className={styles.name}>
        <Link to="/desk/providers/$slug" params={{ slug }}>
          {name}
        </Link>
      </h2>
      <Headline item={item} />
      {read_by.length === 0 ? null : (
        <p className={styles.readers}>
          Read by {read_by.map(({ name: reader, at }) => `${reader}, ${instant(at)}`).join('; ')}
        </p>
      )}
      <Questions item={item} />
      {change === null ? null : (
        <Section title="What changed and why">
          <Changes change={change} result={result} />
        </Section>
      )}
      {fall === null ? null : (
        <Section title={findingOf(fall)} note="Points, from 100.00 to the score; the parts add up exactly">
          <WaterfallChart fall={fall} band={result!.band} />
        </Section>
      )}
      {item.inputs.length === 0 ? null : (
        <Section title={group === 'initial' ? 'Evidence of every input' : 'Evidence of changed inputs'}>
          <Evidence inputs={item.inputs} result={result} />
        </Section>
      )}
      {group === 'initial' && result !== null ? (
        <Section title="All criteria">
          <Criteria result={result} />
        </Section>
      ) : null}
    </>
  );
}

function useMarkRead(run: Run, item: Detail | undefined): void {
  const me = staffId(useStaff());
  const markRead = useAct('runs.mark_read', ['runs']);
  const isUnread =
    run.status === 'draft' && item !== undefined && !item.read_by.some(({ staff_id }) => staff_id === me);
  const provider = item?.slug;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each provider
  useEffect(() => {
    if (!isUnread || provider === undefined) return;
    const timer = setTimeout(() => markRead.mutate({ run: run.id, provider }), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnread, provider]);
}

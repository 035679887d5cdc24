// One provider of a run: old and new score, why it changed, the changed values with their evidence, and the minutes.

import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { findingOf } from '../../charts/waterfall-steps.ts';
import { Button } from '../../ui/button.tsx';
import { instant } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { WaterfallChart } from '../../ui/waterfall.tsx';
import type { Run } from '../runs/run.ts';
import { staffId, useStaff } from '../staff.ts';
import { breakdownOf, type Result } from './breakdown.ts';
import { ChangedValues, type Support, unreadDocuments, valuesTitle } from './changed-values.tsx';
import { Changes } from './changes.tsx';
import { Criteria } from './criteria.tsx';
import type { Detail } from './groups.ts';
import { Headline } from './headline.tsx';
import styles from './item.module.css';
import type { Matter } from './matter.ts';
import { Questions } from './questions.tsx';
import { Rationale } from './rationale.tsx';

/** A person who stays this long has read it; one who passes by has not. */
const READ_AFTER_MS = 1500;

interface ItemProps {
  run: Run;
  item: Detail;
  /** Null for what the committee does not decide. */
  matter: Matter | null;
  onEvidence: (support: Support) => void;
  /** Below what is read. */
  children: ReactNode;
}

export function Item({ run, item, matter, onEvidence, children }: ItemProps) {
  const { result, slug, name, group, read_by } = item;
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  useMarkRead(run, item, unreadDocuments(item.inputs, matter) === 0);
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.name}>{name}</h2>
        <Link to="/desk/providers/$slug" params={{ slug }}>
          Provider file
        </Link>
      </div>
      <Headline item={item} />
      {read_by.length === 0 ? null : (
        <p className={styles.readers}>
          Read by {read_by.map(({ name: reader, at }) => `${reader}, ${instant(at)}`).join('; ')}
        </p>
      )}
      <Questions item={item} labels={labels} />
      <Changes item={item} labels={labels} />
      {result === null ? null : <WholeScore key={slug} result={result} isOpen={item.change === null} />}
      {item.inputs.length === 0 ? null : (
        <Section title={valuesTitle(item.inputs, matter, group === 'initial')}>
          <ChangedValues inputs={item.inputs} matter={matter} labels={labels} onOpen={onEvidence} />
        </Section>
      )}
      <Rationale about={{ run: run.id }} slug={slug} isOpen={run.status === 'draft' && !item.is_published} />
      {group === 'initial' && result !== null ? (
        <Section title="All criteria">
          <Criteria result={result} />
        </Section>
      ) : null}
      {children}
    </>
  );
}

/** The way from 100 to the score. Where the change is drawn above, it is on demand. */
function WholeScore({ result, isOpen: isOpenAtFirst }: { result: Result; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (!isOpen)
    return (
      <p className={styles.whole}>
        <Button kind="quiet" onPress={() => setOpen(true)}>
          Show the whole score
        </Button>
      </p>
    );
  const fall = breakdownOf(result);
  return (
    <Section title={findingOf(fall)} note="Points, from 100.00 to the score; the parts add up exactly">
      <WaterfallChart fall={fall} band={result.band} />
    </Section>
  );
}

/** The server refuses it while evidence of a changed value was not on the reader's screen. */
function useMarkRead(run: Run, item: Detail, isAllShown: boolean): void {
  const me = staffId(useStaff());
  const markRead = useAct('runs.mark_read', ['runs']);
  const isUnread = run.status === 'draft' && !item.read_by.some(({ staff_id }) => staff_id === me);
  const { slug } = item;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each provider
  useEffect(() => {
    if (!isUnread || !isAllShown) return;
    const timer = setTimeout(() => markRead.mutate({ run: run.id, provider: slug }), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isUnread, isAllShown, slug]);
}

// Approvals: the queue at the left, the document of the selected proposal at the right, and decisions by keyboard.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { count, instant, inWords } from '../../ui/words.ts';
import { useStaff } from '../staff.ts';
import styles from './approvals.module.css';
import { Decisions } from './decisions.tsx';
import { Detail } from './detail.tsx';
import { Divided } from './divider.tsx';
import { QueueList } from './list.tsx';
import { type Proposal, subjectName, type Verdict, whyNot } from './proposal.ts';
import { type Queue, useProviderNames, useQueue } from './queue.ts';
import { Reject } from './reject.tsx';
import { documentAddress, useShownDocument } from './shown-document.ts';
import { KeyBar, KeyHelp, keyOf, useSingleKeys } from './single-keys.tsx';

/** Below this width the list and the proposal are pages of their own. */
const NARROW = '(max-width: 1000px)';

export function Approvals() {
  const person = useStaff();
  const navigate = useNavigate({ from: '/desk/approvals' });
  const { proposal: wanted } = useSearch({ from: '/desk/approvals' });
  const isNarrow = useMedia(NARROW);
  const names = useProviderNames();
  const queue = useQueue(wanted);
  const rows = [...(queue.waiting ?? []), ...queue.own, ...queue.decided];
  const selected = useSelected(rows, wanted, isNarrow);
  const { document, isOpened } = useShownDocument(selected);
  // The queue is read again by itself, so that the next proposal does not wait for that.
  const approve = useAct('inputs.approve', []);
  const [dialog, setDialog] = useState<'reject' | 'help' | null>(null);
  const [areKeysOn, setKeysOn] = useSingleKeys();
  const refusals = {
    approve: whyNot('approve', selected, person, isOpened),
    reject: whyNot('reject', selected, person, isOpened),
  };

  const select = (id: string | undefined, isStep = true) => {
    approve.reset();
    void navigate({ search: id === undefined ? {} : { proposal: id }, replace: isStep });
  };
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === selected?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next !== undefined) select(next.id);
  };
  const decided = (id: string) => {
    setDialog(null);
    select(nextOpen(queue, id));
    queue.readAgain();
  };
  const decide = (verdict: Verdict) => {
    if (selected === null || refusals[verdict] !== null || approve.isPending) return;
    if (verdict === 'reject') return setDialog('reject');
    const { id } = selected;
    approve.mutate({ proposals: [id] }, { onSuccess: () => decided(id), onError: queue.readAgain });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = keyOf(event, areKeysOn);
    if (key === null) return;
    event.preventDefault();
    if (key === 'j' || key === 'ArrowDown') step(1);
    else if (key === 'k' || key === 'ArrowUp') step(-1);
    else if (key === 'a') decide('approve');
    else if (key === 'r') decide('reject');
    else if (key === '?') setDialog('help');
    else if (selected?.evidence.sha256) open(documentAddress(selected.evidence.sha256), '_blank', 'noopener');
  };
  const decisions = (
    <Decisions
      refusals={refusals}
      isApproving={approve.isPending}
      areKeysOn={areKeysOn}
      saysWhy={isNarrow}
      onDecide={decide}
    />
  );
  const isReading = isNarrow && selected !== null;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys act while anything in the queue has the focus */}
      <div className={styles.page} onKeyDown={onKeyDown}>
        <div className={isReading ? styles.hidden : styles.top}>
          <Title
            title="Approvals"
            tab={queue.open === 0 ? 'Approvals' : `(${queue.open}) Approvals`}
            note={<Note queue={queue} why={refusals.approve} />}
            {...(isNarrow ? {} : { act: decisions })}
          />
          {queue.error === null ? null : <Stale queue={queue} />}
        </div>
        <Divided
          list={
            isReading ? null : (
              <div className={styles.list}>
                <div className={styles.rows}>
                  <QueueList
                    queue={queue}
                    isReviewer={person.roles.includes('reviewer')}
                    names={names}
                    selected={selected?.id}
                    onSelect={(id) => select(id, !isNarrow)}
                  />
                </div>
                <KeyBar isOn={areKeysOn} onHelp={() => setDialog('help')} />
              </div>
            )
          }
          detail={
            selected === null ? (
              <div />
            ) : (
              <Detail
                key={selected.id}
                proposal={selected}
                names={names}
                document={document}
                error={approve.error}
                back={
                  isReading ? (
                    <Button kind="quiet" onPress={() => select(undefined)}>
                      All approvals
                    </Button>
                  ) : null
                }
                acts={isReading ? <div className={styles.foot}>{decisions}</div> : null}
              />
            )
          }
        />
      </div>
      {dialog === 'reject' && selected !== null ? (
        <Reject
          proposal={selected}
          name={subjectName(selected, names)}
          label={inWords(selected.input)}
          onDone={() => decided(selected.id)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'help' ? (
        <KeyHelp isOn={areKeysOn} onChange={setKeysOn} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}

/** What the address names, also if it is not in the list; otherwise the first that waits. */
function useSelected(
  rows: readonly Proposal[],
  wanted: string | undefined,
  isNarrow: boolean,
): Proposal | null {
  const listed = rows.find(({ id }) => id === wanted);
  const isElsewhere = wanted !== undefined && listed === undefined;
  const elsewhere = useRead('inputs.show', { proposal: wanted ?? '' }, { enabled: isElsewhere });
  if (listed !== undefined) return listed;
  if (isElsewhere) return elsewhere.data?.proposal ?? null;
  return isNarrow ? null : (rows.find(({ status }) => status === 'open') ?? null);
}

/** The one that takes the place of a decided one: the next that waits, or the last. */
function nextOpen({ waiting = [] }: Queue, decided: string): string | undefined {
  const at = waiting.findIndex(({ id }) => id === decided);
  const open = (proposal: Proposal) => proposal.status === 'open' && proposal.id !== decided;
  return (waiting.slice(at + 1).find(open) ?? waiting.slice(0, Math.max(0, at)).findLast(open))?.id;
}

/** Why approving is not allowed is here, at the left, so that the buttons keep their place. */
function Note({ queue: { waiting, open, own }, why }: { queue: Queue; why: string | null }) {
  if (waiting === undefined) return null;
  return (
    <>
      <span className={styles.waiting}>{count(open)} waiting</span>
      {own.length === 0 ? '' : ` · ${count(own.length)} your own`}
      {why === null || open === 0 ? '' : ` · ${why}`}
    </>
  );
}

/** Old data stays; without any, the error takes its place. */
function Stale({ queue: { waiting, error, readAt, readAgain } }: { queue: Queue }) {
  if (waiting === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  return <p className={styles.stale}>Last updated {instant(readAt)}, reconnecting.</p>;
}

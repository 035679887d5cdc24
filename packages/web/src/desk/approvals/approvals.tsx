// Approvals: the queue at the left, the document of the selected proposal at the right, and decisions by keyboard.

import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { callAct, useAct, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { count, inputValue, timeOf } from '../../ui/format.ts';
import { NARROW, useMedia } from '../../ui/media.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useSingleKeys } from '../../ui/single-keys.tsx';
import { documentAddress } from '../document/load.ts';
import type { Showing } from '../document/sheet-props.ts';
import { useOpenRow } from '../presence.ts';
import { useStaff } from '../staff.ts';
import styles from './approvals.module.css';
import { Detail } from './detail.tsx';
import { Divided } from './divider.tsx';
import { QueueList } from './list.tsx';
import { MessageDialog, type MessageKind } from './message-dialog.tsx';
import {
  type Decision,
  isUnseen,
  isWaiting,
  type Proposal,
  pendingOf,
  subjectName,
  whyNot,
} from './proposal.ts';
import { type Queue, useQueue } from './queue.ts';
import { QueueFilters } from './queue-filter.tsx';
import { KeyBar, keyOf, QueueHelp } from './single-keys.tsx';
import { sameDocument, useDecisions, whyNotTogether } from './use-decisions.ts';

export function Approvals() {
  const person = useStaff();
  const navigate = useNavigate({ from: '/desk/approvals' });
  const { search, clear } = usePageSearch('/desk/approvals');
  const wanted = search.proposal === '' ? undefined : search.proposal;
  const isNarrow = useMedia(NARROW);
  const queue = useQueue(wanted, search);
  const rows = [...(queue.waiting ?? []), ...queue.toAnswer, ...queue.asked, ...queue.own, ...queue.decided];
  const selected = useSelected(rows, wanted, isNarrow);
  const [shown, tellShown] = useShown();
  const [dialog, setDialog] = useState<MessageKind | 'help' | null>(null);
  const [isPrevious, setPrevious] = useState(false);
  const [areKeysOn, setKeysOn] = useSingleKeys();
  const ask = useAct('inputs.ask', ['inputs']);
  const answer = useAct('inputs.answer', ['inputs']);
  useOpenRow('approvals', selected?.id);

  const select = (id: string | undefined, isStep = true) => {
    setPrevious(false);
    decisions.forgetError();
    void navigate({
      search: ({ proposal: _, ...filters }) => (id === undefined ? filters : { ...filters, proposal: id }),
      replace: isStep,
      // The list scrolls to the row by itself.
      resetScroll: false,
    });
  };
  const moveOn = (ids: readonly string[]) => {
    setDialog(null);
    select(nextWaiting(queue, ids));
  };
  const decisions = useDecisions(queue, moveOn);
  const refusals = {
    approve: whyNot('approve', selected, person, shown),
    reject: whyNot('reject', selected, person, shown),
    ask: whyNot('ask', selected, person, shown),
  };
  const together = sameDocument(queue, selected, person);
  const whyNotAll = whyNotTogether(together, shown);

  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === selected?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (queue.hasMore && at + by >= (queue.waiting ?? []).length - 5) queue.readMore();
    if (next !== undefined) select(next.id);
  };
  const decide = (decision: Decision | 'together') => {
    if (decision === 'together') {
      if (together.length < 2 || whyNotAll !== null) return;
      if (unusualOf(together).length > 0) setDialog('confirm-all');
      else decisions.decide(together, 'approve', null);
      return;
    }
    if (selected === null || refusals[decision] !== null) return;
    if (decision !== 'approve') setDialog(decision);
    else if (selected.unusual.length > 0) setDialog('confirm');
    else decisions.decide([selected], 'approve', null);
  };
  const sendMessage = (kind: MessageKind, message: string) => {
    if (selected === null) return;
    const { id: proposal } = selected;
    if (kind === 'reject') decisions.decide([selected], 'reject', message);
    else if (kind === 'confirm') decisions.decide([selected], 'approve', message);
    else if (kind === 'confirm-all') decisions.decide(together, 'approve', message);
    else if (kind === 'ask')
      ask.mutate({ proposal, question: message }, { onSuccess: () => moveOn([proposal]) });
    else answer.mutate({ proposal, answer: message }, { onSuccess: () => setDialog(null) });
  };
  const openDialog = (kind: MessageKind) => {
    ask.reset();
    answer.reset();
    setDialog(kind);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = keyOf(event, areKeysOn);
    if (key === null) return;
    event.preventDefault();
    const acts: Readonly<Record<typeof key, () => void>> = {
      ...{ j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) },
      ...{ a: () => decide('approve'), A: () => decide('together'), r: () => decide('reject') },
      ...{ q: () => decide('ask'), u: decisions.takeBack, '?': () => setDialog('help') },
      p: () => setPrevious(!isPrevious),
      o: () => {
        const sha256 = selected?.evidence.sha256 ?? null;
        if (sha256 !== null) open(documentAddress(sha256), '_blank', 'noopener');
      },
    };
    acts[key]();
  };
  const buttons = (
    <Decisions
      refusals={refusals}
      together={together.length < 2 ? null : { number: together.length, refusal: whyNotAll }}
      isDeciding={decisions.isDeciding}
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
            note={<Note queue={queue} why={selected === null ? null : refusals.approve} />}
            {...(isNarrow ? {} : { act: buttons })}
          />
          {queue.error === null || queue.waiting !== undefined ? null : (
            <ProblemBox error={queue.error} onRetry={queue.readAgain} />
          )}
        </div>
        <Divided
          list={
            isReading ? null : (
              <div className={styles.list}>
                <QueueFilters />
                <div className={styles.rows}>
                  <QueueList
                    queue={queue}
                    isReviewer={person.roles.includes('reviewer')}
                    isUnseen={(proposal) => isUnseen(proposal, person, shown)}
                    onClear={clear}
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
                onShown={(how) => tellShown(selected, how)}
                isPrevious={isPrevious}
                onPrevious={setPrevious}
                onAnswer={() => openDialog('answer')}
                error={dialog === null ? decisions.error : null}
                back={
                  isReading ? (
                    <Button kind="quiet" onPress={() => select(undefined)}>
                      All approvals
                    </Button>
                  ) : null
                }
                acts={isReading ? <div className={styles.foot}>{buttons}</div> : null}
              />
            )
          }
        />
        <UndoToast pending={decisions.pending} areKeysOn={areKeysOn} onUndo={decisions.takeBack} />
      </div>
      {dialog === null || dialog === 'help' || selected === null ? null : (
        <MessageDialog
          kind={dialog}
          proposal={selected}
          unusual={unusualOf(dialog === 'confirm-all' ? together : [selected])}
          isSending={decisions.isDeciding || ask.isPending || answer.isPending}
          error={decisions.error ?? ask.error ?? answer.error}
          onSend={(message) => sendMessage(dialog, message)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'help' ? (
        <QueueHelp isOn={areKeysOn} onChange={setKeysOn} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}

function unusualOf(proposals: readonly Proposal[]): Proposal['unusual'] {
  return proposals.flatMap(({ unusual }) => unusual);
}

/** Why approving is not allowed is here, at the left, so that the buttons keep their place. */
function Note({ queue: { waiting, open, ownOpen }, why }: { queue: Queue; why: string | null }) {
  if (waiting === undefined) return null;
  return (
    <>
      <span className={styles.waiting}>{count(open)} waiting</span>
      {ownOpen === 0 ? '' : ` · ${count(ownOpen)} your own`}
      {why === null || open === 0 ? '' : ` · ${why}`}
    </>
  );
}

interface DecisionsProps {
  refusals: Readonly<Record<Decision, string | null>>;
  /** The values of one document, if there are several. */
  together: { number: number; refusal: string | null } | null;
  isDeciding: boolean;
  areKeysOn: boolean;
  /** Says why approving is not allowed, where no other place on the page does. */
  saysWhy: boolean;
  onDecide: (decision: Decision | 'together') => void;
}

/** The decisions, with their keys. */
function Decisions({ refusals, together, isDeciding, areKeysOn, saysWhy, onDecide }: DecisionsProps) {
  const key = (name: string) => (areKeysOn ? <kbd>{name}</kbd> : null);
  return (
    <div className={styles.decisions}>
      {saysWhy && refusals.approve !== null ? <span className={styles.why}>{refusals.approve}</span> : null}
      <Button notAllowed={refusals.ask} onPress={() => onDecide('ask')}>
        Ask {key('q')}
      </Button>
      <Button notAllowed={refusals.reject} onPress={() => onDecide('reject')}>
        Reject {key('r')}
      </Button>
      {together === null ? null : (
        <Button notAllowed={together.refusal} onPress={() => onDecide('together')}>
          Approve all {together.number} {key('A')}
        </Button>
      )}
      <Button
        kind="primary"
        notAllowed={refusals.approve}
        busy={isDeciding && 'Deciding…'}
        onPress={() => onDecide('approve')}
      >
        Approve {key('a')}
      </Button>
    </div>
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

/** The one that takes the place of decided ones: the next that waits, or the last. */
function nextWaiting({ waiting = [] }: Queue, decided: readonly string[]): string | undefined {
  const at = waiting.findIndex(({ id }) => id === decided.at(-1));
  const isNext = (proposal: Proposal) => isWaiting(proposal) && !decided.includes(proposal.id);
  return (waiting.slice(at + 1).find(isNext) ?? waiting.slice(0, Math.max(0, at)).findLast(isNext))?.id;
}

/** Ids of the evidence that was shown since the page was opened, and what to call when more is. */
function useShown(): [ReadonlySet<string>, (proposal: Proposal, how: Showing) => void] {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Set<string>());
  const tell = ({ evidence }: Proposal, how: Showing) => {
    if (evidence.shown === true || told.current.has(evidence.id)) return;
    told.current.add(evidence.id);
    callAct('evidence.shown', { evidence: evidence.id, how })
      .then(() => setShown((before) => new Set(before).add(evidence.id)))
      // It is reported again when it is drawn again; until then the approval says that it was not shown.
      .catch(() => told.current.delete(evidence.id));
  };
  return [shown, tell];
}

interface UndoToastProps {
  /** The last first. */
  pending: readonly Proposal[];
  areKeysOn: boolean;
  onUndo: () => void;
}

/** Tells what was just decided, and takes it back: for the seconds until it is in force. */
function UndoToast({ pending, areKeysOn, onUndo }: UndoToastProps) {
  const [last] = pending;
  const decision = last === undefined ? null : pendingOf(last);
  const left = useSecondsUntil(decision?.in_force_at ?? null);
  if (last === undefined || decision === null || left <= 0) return null;
  const together = pending.filter((one) => pendingOf(one)?.decided_at === decision.decided_at).length;
  const others = pending.length - together;
  const word = decision.decision === 'approved' ? 'Approved' : 'Rejected';
  return (
    <div className={styles.toast} role="status">
      <p>
        {together > 1
          ? `${word} ${together} values of one document.`
          : `${word} ${inputValue(last.value)} for ${subjectName(last)}.`}{' '}
        <span className="muted figures">
          In force in {left} s{others === 0 ? '' : `, ${others} more before it`}.
        </span>
      </p>
      <Button onPress={onUndo}>Undo {areKeysOn ? <kbd>u</kbd> : null}</Button>
    </div>
  );
}

function useSecondsUntil(at: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? 0 : Math.ceil((timeOf(at) - now) / 1000);
}

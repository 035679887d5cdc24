// The due board: what lapses next, by what depends on it; who looks after it; and its renewal at the foot.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { callAct, readAgain, useAct, useList, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { readSearch, usePageSearch } from '../../pages.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { count, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { focusRow, useSelection } from '../../ui/rows.tsx';
import { KeyLine, useSingleKeys } from '../../ui/single-keys.tsx';
import { useOpenRow, useOthersAt } from '../presence.ts';
import { staffId, useStaff } from '../staff.ts';
import { type BoardRow, keyOf } from './board-row.ts';
import { Calendar } from './calendar.tsx';
import { Checks } from './checks.tsx';
import styles from './due.module.css';
import { filterOf, VIEWS } from './due-filter.ts';
import { DueFilters } from './filters.tsx';
import { HeatMap } from './heat-map.tsx';
import { DueList } from './list.tsx';
import { proposedRow, useDraft } from './renewal/draft.ts';
import { Renewal } from './renewal/renewal.tsx';
import { faultOf, MOST_LINES, useWeighed } from './renewal/weighed.ts';

/** More are not counted. */
const MOST_COUNTED = 1000;
const AGAIN_MS = 2000;
/** Somebody who waits for the rows waits no longer than this. */
const LONGEST_WAIT_MS = 6000;
const MOST_RENEWED = 1000;

export function Due() {
  const person = useStaff();
  const { search, set, clear, isFiltered } = usePageSearch('/desk/due');
  const filter = filterOf(search);
  const isList = search.view === 'list';
  const summary = useSummary(filter);
  const isMade = useMade(summary);
  const pages = useList('due.list', filter, { enabled: isList && isMade });
  const map = useRead('due.map', filter, { enabled: search.view === 'map' });
  const selection = useSelection<BoardRow>(keyOf);
  // What colleagues change meanwhile is shown in the lines too.
  const fresh = new Map(pages.entries?.map((row) => [keyOf(row), row]));
  const draft = useDraft(selection.rows.map((row) => fresh.get(keyOf(row)) ?? row));
  const weighing = useWeighed(draft.lines);
  const client = useQueryClient();
  // It ends with its answer, not when everything was read again: the next inputs can be proposed meanwhile.
  const propose = useAct('inputs.propose', []);
  const assign = useAssign();
  const [renewing, setRenewing] = useState<string | null>(null);
  const [isAssigning, setAssigning] = useState(false);
  const [renewError, setRenewError] = useState<Error | null>(null);
  const [said, setSaid] = useState('');
  const [areKeysOn] = useSingleKeys();
  const foot = useRef<HTMLDivElement>(null);
  const today = summary.data?.today ?? new Date().toISOString().slice(0, 10);
  useOpenRow('due', selection.rows.length === 0 ? undefined : keyOf(selection.rows.at(-1)!));
  const others = useOthersAt('due');

  const lines = draft.lines.slice(0, MOST_LINES);
  const ready = lines.filter((line) => faultOf(line, weighing.of(line), today) === null);
  const whyNot = person.roles.includes('analyst')
    ? ready.length > 0
      ? null
      : (lines.map((line) => faultOf(line, weighing.of(line), today)?.words)[0] ?? 'Select inputs first.')
    : 'Proposing requires the analyst role.';
  const clearSelection = () => {
    propose.reset();
    selection.clear();
  };
  const send = () => {
    if (whyNot !== null || propose.isPending) return;
    propose.mutate(
      { rows: ready.map(proposedRow) },
      {
        onSuccess: () => {
          void readAgain(client, ['due', 'inputs', 'evidence']);
          draft.proposed(ready);
          selection.remove(ready.map(({ row }) => row));
          setSaid(`${plural(ready.length, 'input')} proposed. A reviewer approves each.`);
          // The foot is gone: keys continue at the row that was renewed. Somebody who is back in the list stays there.
          if (!document.activeElement?.closest('tr[data-row]')) focusRow(keyOf(ready.at(-1)!.row));
        },
      },
    );
  };
  /** Selects all rows of one check that nobody has proposed yet, which opens the foot. */
  const renewCheck = async (input: string) => {
    setRenewing(input);
    setRenewError(null);
    try {
      const { data } = await callAct('due.list', { ...filter, input, limit: MOST_RENEWED });
      selection.set(data.filter(({ in_review }) => !in_review));
    } catch (error) {
      setRenewError(error as Error);
    } finally {
      setRenewing(null);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && selection.rows.length > 0) clearSelection();
  };
  const { total, lapsed, outdated, people } = summary.data ?? {};
  const empty = isFiltered ? (
    <NothingFound what="No input matches these filters." onClear={clear} />
  ) : (
    'Nothing is due: every input has more than a third of its time left. Choose another time to look further ahead.'
  );
  const number = total === undefined ? '' : `${count(total)}${total >= MOST_COUNTED ? ' or more' : ''} due`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act anywhere on the board
    <div className={styles.page} onKeyDown={onKeyDown}>
      <div className={styles.top}>
        <Title
          title="Due board"
          tab={total ? `(${count(total)}) Due board` : 'Due board'}
          note={
            total === undefined ? null : (
              // Drawn anew with each figure, so that no word moves.
              <Fragment key={`${number} ${lapsed} ${outdated} ${selection.rows.length}`}>
                <span className={styles.number}>{number}</span>
                {lapsed === 0 ? '' : ` · ${count(lapsed!)} lapsed`}
                {selection.rows.length === 0 ? '' : ` · ${count(selection.rows.length)} selected`}
                {outdated === 0 ? '' : ` · computing the points of ${plural(outdated!, 'provider')}`}
                {selection.rows.length > 0 && whyNot !== null ? ` · ${whyNot}` : ''}
              </Fragment>
            )
          }
          act={
            selection.rows.length === 0 ? null : (
              <>
                <Button onPress={() => setAssigning(true)}>Assign…</Button>
                <Button
                  kind="primary"
                  notAllowed={whyNot}
                  busy={propose.isPending && 'Proposing…'}
                  onPress={send}
                >
                  {ready.length === lines.length
                    ? `Propose ${count(lines.length)}`
                    : `Propose ${count(ready.length)} of ${count(lines.length)}`}
                </Button>
              </>
            )
          }
        />
        <nav className="tabs" aria-label="Views">
          {Object.entries(VIEWS).map(([view, name]) => (
            <Link
              key={view}
              className="tab"
              from="/desk/due"
              to="."
              search={readSearch('/desk/due')({ ...search, view })}
              aria-current={view === search.view ? 'page' : undefined}
              data-selected={view === search.view ? '' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <div className={styles.filters}>
        <DueFilters people={people} rows={isList ? (pages.entries ?? []) : undefined} today={today} />
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ProblemBox error={assign.error ?? renewError} />
      <div className={styles.view} data-view={search.view}>
        {isList ? (
          <DueList
            pages={pages}
            selection={selection}
            others={others}
            today={today}
            areKeysOn={areKeysOn}
            empty={empty}
            onOpen={() =>
              requestAnimationFrame(() =>
                foot.current?.querySelector<HTMLElement>('[data-line] input, [data-line] button')?.focus(),
              )
            }
            onAssignToMe={() => assign.mutate(inputOf(selection.rows, staffId(person)))}
          />
        ) : search.view === 'checks' ? (
          <Checks
            filter={filter}
            isMade={isMade}
            empty={empty}
            whyNot={person.roles.includes('analyst') ? null : 'proposing requires the analyst role'}
            renewing={renewing}
            onOpen={(input) => set({ view: 'list', input }, { isStep: true })}
            onRenew={(input) => void renewCheck(input)}
          />
        ) : search.view === 'calendar' ? (
          <Calendar today={today} />
        ) : map.error !== null && map.data === undefined ? (
          <ProblemBox error={map.error} onRetry={() => void map.refetch()} />
        ) : map.data === undefined ? null : map.data.providers.length === 0 ? (
          <p className={styles.empty}>
            <NothingFound what="No provider has an input that matches these filters." onClear={clear} />
          </p>
        ) : (
          <HeatMap
            map={map.data}
            onOpen={(provider, input) =>
              set({ view: 'list', time: 'all', until: '', on: '', provider, input })
            }
          />
        )}
      </div>
      {isList && said !== '' && selection.rows.length === 0 ? <p className={styles.said}>{said}</p> : null}
      {isList && selection.rows.length === 0 ? (
        <KeyLine
          keys={KEYS}
          isOn={areKeysOn}
          off="Single keys are off: arrows move, Space selects, Ctrl Enter proposes."
        />
      ) : null}
      {selection.rows.length === 0 ? null : (
        <div ref={foot} className={styles.foot}>
          <Renewal
            draft={draft}
            weighing={weighing}
            today={today}
            error={propose.error}
            onClose={clearSelection}
          />
        </div>
      )}
      {isAssigning ? (
        <Assign rows={selection.rows} people={people ?? []} onClose={() => setAssigning(false)} />
      ) : null}
    </div>
  );
}

/** Each read computes points for a while. The page asks until none are outdated; there is no other work to follow. */
function useSummary(filter: ReturnType<typeof filterOf>) {
  const [isComputing, setComputing] = useState(false);
  const summary = useRead('due.summary', filter, isComputing ? { everyMs: AGAIN_MS } : {});
  const now = (summary.data?.outdated ?? 0) > 0;
  if (now !== isComputing) setComputing(now);
  return summary;
}

/** Rows of a board that is still being made would change under the reader's eyes: at first they wait for it. */
function useMade({ data, error }: ReturnType<typeof useSummary>): boolean {
  const [isMade, setMade] = useState(false);
  if (!isMade && (data?.outdated === 0 || error !== null)) setMade(true);
  useEffect(() => {
    const timer = setTimeout(() => setMade(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isMade;
}

const NOBODY = '';

interface Props {
  rows: readonly BoardRow[];
  people: AnswerOf<'due.summary'>['people'];
  onClose: () => void;
}

/** Who looks after the selected inputs: oneself, a colleague, or nobody. */
function Assign({ rows, people, onClose }: Props) {
  const me = staffId(useStaff());
  return (
    <ActDialog
      act="due.assign_many"
      changes={['due']}
      title={`Who looks after ${plural(rows.length, 'input')}?`}
      submit="Assign"
      busy="Assigning…"
      fields={(about) => (
        <SelectField name="assignee" label="Assignee" autoFocus error={about('assignee')} defaultValue={me}>
          <option value={me}>Me</option>
          <option value={NOBODY}>Nobody</option>
          {people
            .filter(({ id }) => id !== me)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
      inputOf={(form) => inputOf(rows, String(form.get('assignee')))}
      onClose={onClose}
    />
  );
}

function useAssign() {
  return useAct('due.assign_many', ['due']);
}

function inputOf(rows: readonly BoardRow[], person: string) {
  const inputs = rows.map(({ slug, input }) => ({ provider: slug, input }));
  return { inputs, assignee: person === NOBODY ? null : person };
}

const KEYS = [
  { keys: ['j', 'k'], short: 'move' },
  { keys: ['x'], short: 'select' },
  { keys: ['m'], short: 'assign to me' },
  { keys: ['Enter'], short: 'to the foot' },
  { keys: ['Ctrl', 'Enter'], short: 'propose' },
  { keys: ['Esc'], short: 'clear' },
] as const;

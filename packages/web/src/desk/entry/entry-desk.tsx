// The grid with its document: what is typed, checked, previewed and proposed.

import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { isProblem } from '../../api/problem.ts';
import type { Person } from '../../api/session.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { clock, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import type { DefinedInput } from '../preview/scoring.ts';
import { useBasis, useFramework, usePreviews } from '../preview/use-preview.ts';
import { staffId } from '../staff.ts';
import { DocumentFields } from './document-fields.tsx';
import { DocumentPane } from './document-pane.tsx';
import { type Cell, type EntryRow, filledRows, wireRow } from './draft.ts';
import { DraftsList } from './drafts-list.tsx';
import { addRows, changeRow, pasteRows, removeRow, takeDocument } from './edits.ts';
import styles from './entry.module.css';
import { type Faults, NO_FAULTS, refusedFaults, useChecks } from './faults.ts';
import { Grid } from './grid.tsx';
import { type KeptDraft, keepAsNew } from './kept-draft.ts';
import { PreviewList } from './preview-list.tsx';
import { enteredRows, useProviderNames, wantedOf } from './providers.ts';
import { Tools } from './tools.tsx';
import { type Saving, useDraft } from './use-draft.ts';

interface EntryDeskProps {
  person: Person;
  begun: KeptDraft;
  isKeptHere: boolean;
  /** Something was typed into a new draft. */
  onBegun: () => void;
  onProposed: (values: number) => void;
  onDiscarded: () => void;
  /** To another draft. */
  onMoved: (draft: string) => void;
  news: ReactNode;
}

export function EntryDesk({
  person,
  begun,
  isKeptHere,
  onBegun,
  onProposed,
  onDiscarded,
  onMoved,
  news,
}: EntryDeskProps) {
  const staff = staffId(person);
  const draft = useDraft(staff, begun, isKeptHere);
  const { content } = draft;
  const [focused, setFocused] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const { framework, error: frameworkError } = useFramework();
  const wanted = useMemo(() => wantedOf(content), [content]);
  const basis = useBasis(wanted.providers, wanted.currencies);
  const names = useProviderNames(basis);
  const gradeOf = useCallback(
    (document: { kind: string; source: string | null }) =>
      framework?.scoring.gradeThatFollows(framework.checks, document) ?? '',
    [framework],
  );
  const entered = useMemo(
    () => enteredRows(content, names.providerOf, gradeOf),
    [content, names.providerOf, gradeOf],
  );
  const previews = usePreviews(framework, basis, entered);
  const filled = useMemo(() => filledRows(content), [content]);
  const complete = filled.filter(({ subject, input }) => subject !== '' && input !== '');
  const wireOf = (row: EntryRow) => wireRow(row, content, names.providerOf(row.subject)?.slug ?? row.subject);
  const checks = useChecks(complete, complete.map(wireOf));
  const propose = useAct('inputs.propose', ['inputs', 'drafts', 'entry']);
  const [refused, setRefused] = useState<Faults>(NO_FAULTS);
  const faults = refused.count > 0 ? refused : checks;
  const whyNot = reasonNot(person, filled.length);

  const { change } = draft;
  const isNew = draft.saving.state === 'new';
  const edit = useCallback(
    (next: Parameters<typeof change>[0]) => {
      if (isNew) onBegun();
      setRefused(NO_FAULTS);
      propose.reset();
      change(next);
    },
    [change, isNew, onBegun, propose.reset],
  );
  const send = () => {
    if (whyNot !== null || propose.isPending) return;
    const rows = filled.map((row) => ({ value: wireOf(row) }));
    propose.mutate(
      { rows, draft: draft.id },
      {
        onSuccess: ({ proposal_ids }) => {
          draft.end();
          onProposed(proposal_ids.length);
        },
        onError: (error) => setRefused(refusedFaults(error, filled)),
      },
    );
  };
  const target =
    content.rows.find(({ key }) => key === focused) ?? content.rows.find(({ value }) => value === '')!;
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Title
          title="Entry"
          note={<SavingNote saving={draft.saving} why={whyNot ?? faultNote(faults, refused.count > 0)} />}
          act={
            <>
              <Tools
                onRows={(rows) => edit(addRows(rows))}
                onProvider={(subject) => edit(changeRow(target.key, { subject }))}
              />
              <Button
                kind="primary"
                busy={propose.isPending && 'Proposing…'}
                notAllowed={whyNot}
                onPress={send}
              >
                {filled.length === 0 ? 'Propose' : `Propose ${plural(filled.length, 'value')}`}
              </Button>
            </>
          }
        />
        {news}
      </div>
      <div className={styles.halves}>
        <div className={styles.left}>
          {propose.error !== null && refused.count === 0 ? <ProblemBox error={propose.error} /> : null}
          {draft.saving.state === 'refused' ? (
            <SaveRefused
              error={draft.saving.error}
              onShowSaved={() => {
                draft.end();
                location.reload();
              }}
              onKeepMine={() => {
                draft.end();
                onMoved(keepAsNew(staff, content));
              }}
            />
          ) : null}
          <ProblemBox error={frameworkError} />
          <DocumentFields
            content={content}
            checks={framework?.checks}
            grade={gradeOf({ kind: content.evidence.kind, source: content.evidence.source || null })}
            faults={faults.document}
            onChange={(evidence) =>
              edit((before) => ({ ...before, evidence: { ...before.evidence, ...evidence } }))
            }
          />
          <Grid
            rows={content.rows}
            evidence={content.evidence}
            grade={gradeOf({ kind: content.evidence.kind, source: content.evidence.source || null })}
            framework={framework}
            providerOf={names.providerOf}
            suggestProviders={names.suggest}
            askProviders={names.ask}
            previews={previews}
            faults={faults}
            focused={focused}
            onFocus={setFocused}
            onChange={(key, changed) => edit(changeRow(key, changed))}
            onPaste={(key, rows) => edit(pasteRows(key, rows))}
            onRemove={(key) => edit(removeRow(key))}
            onPropose={send}
          />
          <PreviewList previews={previews} basis={basis} framework={framework} rates={wanted.currencies} />
          <DraftsList
            staff={staff}
            current={draft.id}
            onDiscarded={() => {
              draft.end();
              onDiscarded();
            }}
          />
        </div>
        <div className={styles.right}>
          <Citing
            selection={selection}
            number={content.rows.indexOf(target) + 1}
            row={target}
            definition={framework?.byId.get(target.input)}
            onCite={(cited) => {
              edit(changeRow(target.key, cited));
              setSelection(null);
              focusCell(target.key, 'value');
            }}
          />
          <DocumentPane
            document={content.document}
            evidence={content.evidence}
            cited={target}
            onRecorded={(evidence) => edit((before) => ({ ...before, evidence }))}
            onDocument={(document, evidence) => {
              const provider = names.inName(document.name);
              edit(takeDocument(document, evidence, provider));
              focusNext(target.key);
            }}
            onSelect={(text, page) => setSelection(text.trim() === '' ? null : { text, page })}
          />
        </div>
      </div>
    </div>
  );
}

interface Selection {
  text: string;
  page: number | null;
}

interface CitingProps {
  selection: Selection | null;
  row: EntryRow;
  number: number;
  definition: DefinedInput | undefined;
  onCite: (cited: Partial<EntryRow>) => void;
}

const LONGEST_QUOTE = 2000;

/** Cites what is selected in the document for the row in hand: its page, the quote, and the figure in it if there is one. */
function Citing({ selection, row, number, definition, onCite }: CitingProps) {
  if (selection === null) return null;
  const quote = selection.text.replaceAll(/\s+/g, ' ').trim();
  const figure = row.value === '' && definition?.options === null ? figureIn(quote) : null;
  const cite = () =>
    onCite({
      quote: quote.slice(0, LONGEST_QUOTE),
      ...(selection.page === null ? {} : { page: String(selection.page) }),
      ...(figure === null ? {} : { value: figure }),
    });
  return (
    <div className={styles.citing} role="status">
      <span className={styles.quote}>“{quote}”</span>
      <Button onPress={cite}>
        {figure === null ? `Cite for row ${number}` : `Cite ${figure} for row ${number}`}
      </Button>
    </div>
  );
}

/** The only number in a text, without the commas of thousands; null if there is none, or there are several. */
function figureIn(text: string): string | null {
  const numbers = text.match(/(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?![\p{L}\d])/gu) ?? [];
  const beforePercent = text.match(/(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?=\s?(?:%|percent))/gu) ?? [];
  const [only, another] = beforePercent.length === 1 ? beforePercent : numbers;
  return only === undefined || another !== undefined ? null : only.replaceAll(',', '');
}

/** Why nothing can be proposed; null if it can. */
function reasonNot({ name, roles }: Person, values: number): string | null {
  if (!roles.includes('analyst')) return `Proposing requires the analyst role, which ${name} does not have.`;
  return values === 0 ? 'Fill in at least one value.' : null;
}

/** The button that cited is gone, and the keys go on where the figure is. */
function focusCell(row: string, cell: Cell): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLInputElement>(`[data-row="${row}"] [data-cell="${cell}"]`)?.focus();
  });
}

/** The first value of a new document can be typed at once. */
function focusNext(row: string): void {
  requestAnimationFrame(() => {
    const fields = document.querySelectorAll<HTMLInputElement>(`[data-row="${row}"] [data-cell]`);
    [...fields].find(({ value }) => value === '')?.focus();
  });
}

/** In the title row, so that nothing moves while somebody types. */
function faultNote({ count }: Faults, isRefused: boolean): string | null {
  if (count === 0) return null;
  const problems = plural(count, 'problem');
  return isRefused
    ? `Nothing was proposed: ${problems}, each beside its field.`
    : `${problems}, each beside its field.`;
}

interface SaveRefusedProps {
  error: Error;
  /** Forgets what was typed here. */
  onShowSaved: () => void;
  /** Goes on with what was typed here, as a draft of its own. */
  onKeepMine: () => void;
}

/** A draft that the service does not save: it was changed, proposed or discarded in another window. What was typed here is still here, and the person chooses what to keep. */
function SaveRefused({ error, onShowSaved, onKeepMine }: SaveRefusedProps) {
  const isChanged = isProblem(error, 'conflict');
  return (
    <div className={styles.refused}>
      <ProblemBox error={error} />
      {isChanged || isProblem(error, 'not_found') ? (
        <div className={styles.choices}>
          {isChanged ? <Button onPress={onShowSaved}>Show the rows of the other window</Button> : null}
          <Button onPress={onKeepMine}>Keep these rows as a new draft</Button>
        </div>
      ) : null}
    </div>
  );
}

/** Where the draft is: saved, or kept in this browser until the service answers again. */
function SavingNote({ saving, why }: { saving: Saving; why: string | null }) {
  return (
    <>
      <span role="status">{textOf(saving)}</span>
      {why === null || saving.state === 'new' ? null : ` · ${why}`}
      {saving.state === 'new' && why !== null ? why : null}
    </>
  );
}

function textOf(saving: Saving): string {
  switch (saving.state) {
    case 'new':
      return '';
    case 'unsaved':
    case 'saving':
      return 'Saving the draft…';
    case 'saved':
      return `Draft saved ${clock(saving.at)}`;
    case 'cut':
      return 'No connection: kept in this browser, trying again';
    case 'refused':
      return 'Not saved: kept in this browser';
  }
}

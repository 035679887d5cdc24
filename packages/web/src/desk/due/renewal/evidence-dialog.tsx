// Evidence for one line or for all: a document that is dropped or chosen, or evidence that is recorded already.

import { type FormEvent, useEffect, useState } from 'react';
import { useAct, useRead } from '../../../api/acts.ts';
import { base64Of } from '../../../ui/base64-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { AreaField, DateField, Field, SelectField, TextField } from '../../../ui/field.tsx';
import { utcDate } from '../../../ui/format.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { KnownDocument, type KnownEvidence } from '../../document/known-document.tsx';
import { inputName } from '../../input-names.ts';
import type { BoardRow } from '../board-row.ts';
import type { GivenEvidence } from './draft.ts';
import styles from './renewal.module.css';

interface EvidenceDialogProps {
  /** null: all lines. */
  about: BoardRow | null;
  before: GivenEvidence | null;
  dropped: File | null;
  grades: readonly string[];
  today: string;
  onCancel: () => void;
  onChosen: (evidence: GivenEvidence) => void;
}

const LARGEST = 10 * 1024 * 1024;
export function EvidenceDialog(props: EvidenceDialogProps) {
  const { about, before, dropped, grades, today, onCancel, onChosen } = props;
  const [given, setGiven] = useState<GivenEvidence>(() =>
    before !== null && before.id === null ? before : { ...NEW, evidence_date: today },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const store = useAct('evidence.store_document', []);
  const checks = useRead('entry_checks.show', {}).data?.document as Checks | undefined;
  const follows = checks === undefined ? '' : gradeOf(checks, given);
  const isRaised = given.grade !== '' && follows !== '' && given.grade < follows;
  const set = (change: Partial<GivenEvidence>) => setGiven((was) => ({ ...was, ...change }));
  const take = async (file: File) => {
    setProblem(null);
    if (file.size > LARGEST) return setProblem('The document is larger than 10 MiB. Store a smaller copy.');
    if (file.size === 0) return setProblem('The document is empty.');
    const base64 = await base64Of(file);
    store.mutate(
      { media_type: file.type || 'application/octet-stream', base64 },
      {
        onSuccess: ({ sha256 }) =>
          setGiven((was) => ({
            ...was,
            ...{ sha256, file: file.name, page: '', quote: '' },
            title: was.title === '' || was.title === was.file ? file.name : was.title,
          })),
      },
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped document is taken once
  useEffect(() => {
    if (dropped !== null) void take(dropped);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (given.title.trim() === '') return setProblem('Enter a title.');
    if (given.kind.trim() === '') return setProblem('Enter the kind of evidence.');
    if (given.evidence_date === '') return setProblem('Enter the date of the evidence.');
    onChosen({ ...given, grade: given.grade || follows, id: null });
  };
  return (
    <Dialog
      title={
        about === null
          ? 'Which evidence for all lines?'
          : `Which evidence for ${about.name}, ${inputName(about.input)}?`
      }
      wide
      onCancel={onCancel}
      buttons={
        <>
          <Button onPress={onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" form="evidence" busy={store.isPending && 'Storing…'}>
            Use it
          </Button>
        </>
      }
    >
      <form id="evidence" className={styles.form} onSubmit={submit}>
        <Field
          label="Document"
          help={
            given.sha256 === null
              ? 'Drop it here or choose it; at most 10 MiB.'
              : `${given.file ?? 'A document'} is stored.`
          }
          control={(control) => (
            <input
              {...control}
              type="file"
              onChange={({ target }) => target.files?.[0] && void take(target.files[0])}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                const file = event.dataTransfer.files[0];
                if (file !== undefined) void take(file);
              }}
            />
          )}
        />
        <ProblemBox error={store.error} />
        {given.sha256 === null ? null : (
          <KnownDocument
            sha256={given.sha256}
            title={given.title}
            onUse={(known) => set(inRecordedWords(known))}
          />
        )}
        <TextField
          label="Title"
          value={given.title}
          maxLength={300}
          onChange={({ target }) => set({ title: target.value })}
        />
        <div className={styles.pair}>
          <TextField
            label="Kind"
            list="evidence-kinds"
            value={given.kind}
            maxLength={100}
            onChange={({ target }) => set({ kind: target.value })}
          />
          <SelectField
            label="Grade"
            value={given.grade}
            onChange={({ target }) => set({ grade: target.value })}
          >
            <option value="">{follows === '' ? 'As it follows' : `${follows}, as it follows`}</option>
            {grades.map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </SelectField>
          <DateField
            label="Evidence date (UTC)"
            max={today}
            value={given.evidence_date}
            onChange={({ target }) => set({ evidence_date: target.value })}
          />
        </div>
        <div className={styles.pair}>
          <SelectField
            label="Issued by"
            value={given.source ?? ''}
            onChange={({ target }) => set({ source: target.value })}
          >
            <option value="">Usual for its kind</option>
            {Object.entries(checks?.sources ?? {}).map(([source, words]) => (
              <option key={source} value={source}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Belongs to"
            value={given.group ?? ''}
            onChange={({ target }) => set({ group: target.value })}
          >
            <option value="">One provider</option>
            {(checks?.groups ?? []).map((group) => (
              <option key={group} value={group}>
                group: {group}
              </option>
            ))}
          </SelectField>
        </div>
        {isRaised ? (
          <TextField
            label={`Why grade ${given.grade}, not ${follows}`}
            value={given.grade_reason ?? ''}
            maxLength={500}
            onChange={({ target }) => set({ grade_reason: target.value })}
          />
        ) : null}
        <div className={styles.pair}>
          <TextField
            label="Page"
            value={given.page}
            maxLength={50}
            onChange={({ target }) => set({ page: target.value })}
          />
          <TextField
            label="Address"
            type="url"
            value={given.url}
            maxLength={2000}
            onChange={({ target }) => set({ url: target.value })}
          />
        </div>
        <AreaField
          label="Quote"
          rows={2}
          value={given.quote}
          maxLength={2000}
          onChange={({ target }) => set({ quote: target.value })}
        />
        {given.page !== '' && given.quote === '' ? (
          <TextField
            label="Place on the page"
            help="Grades A to C need a quote, or a page with the place that shows the value."
            value={given.region ?? ''}
            maxLength={100}
            onChange={({ target }) => set({ region: target.value })}
          />
        ) : null}
        <datalist id="evidence-kinds">
          {Object.keys(checks?.kinds ?? {}).map((kind) => (
            <option key={kind} value={kind} />
          ))}
        </datalist>
        {problem === null ? null : (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </form>
      <Recorded about={about} onChosen={onChosen} />
    </Dialog>
  );
}

/** The document of entry checks, as far as the dialog needs it. */
interface Checks {
  sources: Record<string, string>;
  groups: string[];
  kinds: Record<string, Record<string, string>>;
  otherwise: string;
}

/** The grade that follows from kind and source. */
function gradeOf({ kinds, otherwise }: Checks, { kind, source }: GivenEvidence): string {
  const bySource = kinds[kind.trim().toLowerCase()] ?? {};
  return bySource[source || (Object.keys(bySource)[0] ?? '')] ?? otherwise;
}

const NEW: GivenEvidence = {
  ...{ id: null, kind: '', title: '', grade: '', evidence_date: '', page: '', quote: '', url: '' },
  ...{ sha256: null, file: null },
};

function Recorded({ about, onChosen }: Pick<EvidenceDialogProps, 'about' | 'onChosen'>) {
  const found = useRead('evidence.list', { limit: 8, ...(about === null ? {} : { provider: about.slug }) })
    .data?.data;
  if (found === undefined || found.length === 0) return null;
  return (
    <>
      <h3 className={styles.recorded}>Or evidence that is recorded</h3>
      <ul className={styles.choices}>
        {found.map((one) => (
          <li key={one.id}>
            <Button
              kind="quiet"
              onPress={() =>
                onChosen({
                  ...{ id: one.id, kind: one.kind, title: one.title, grade: one.grade, sha256: one.sha256 },
                  ...{ evidence_date: one.evidence_date, page: one.page ?? '', quote: one.quote ?? '' },
                  ...{ url: one.url ?? '', file: null },
                })
              }
            >
              {one.title}
            </Button>{' '}
            <span className={styles.was}>
              {utcDate(one.evidence_date)}, grade {one.grade}
              {one.page === null ? '' : `, p. ${one.page}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function inRecordedWords(known: KnownEvidence): Partial<GivenEvidence> {
  const { kind, title, url, grade, evidence_date, source, grade_reason, belongs_to, page, quote, region } =
    known;
  return {
    ...{ kind, title, grade, evidence_date, url: url ?? '', page: page ?? '', quote: quote ?? '' },
    ...{ source: source ?? '', grade_reason: grade_reason ?? '', region: region ?? '' },
    group: belongs_to.group ?? '',
  };
}

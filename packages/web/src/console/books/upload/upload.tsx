// The upload of a book: a file, its columns, its questions, its names, and what would change. Nothing is saved before the last step,
// and nothing in part.

import { useId, useState } from 'react';
import { useAct } from '../../../api/acts.ts';
import { base64Of } from '../../../ui/base64-of.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField, SelectField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Section } from '../../../ui/section.tsx';
import { type BookSettings, CHANGES, today } from '../book.ts';
import { ColumnsStep } from './columns-step.tsx';
import { ComparisonStep } from './comparison-step.tsx';
import { NamesStep } from './names-step.tsx';
import { RatesStep } from './rates-step.tsx';
import { RowsStep } from './rows-step.tsx';
import styles from './upload.module.css';
import { type FileReading, type ReadRows, useFileReading } from './use-file-reading.ts';

const MOST_BYTES = 10 * 1024 ** 2;

export function Upload({ settings, onDone }: { settings: BookSettings; onDone: () => void }) {
  const reading = useFileReading(settings.id);
  const { answer, error } = reading;
  const read = answer?.read ?? null;
  return (
    <div className={styles.upload} aria-busy={reading.isReading}>
      <FileStep reading={reading} onCancel={onDone} />
      <ProblemBox error={error} />
      {answer === null ? null : answer.table === null ? (
        <SheetStep reading={reading} sheets={answer.sheets} />
      ) : (
        <ColumnsStep
          // Of another table, or of another sheet, the columns are others.
          key={`${reading.file?.name} ${answer.table.sheet}`}
          reading={reading}
          answer={answer}
          currency={settings.currency}
        />
      )}
      {answer === null || read === null ? null : (
        <>
          <RowsStep reading={reading} read={read} settings={settings} />
          <RatesStep reading={reading} read={read} currency={settings.currency} />
          <NamesStep reading={reading} read={read} />
          <ComparisonStep read={read} />
          <SaveStep reading={reading} read={read} seen={answer.seen} book={settings.id} onDone={onDone} />
        </>
      )}
    </div>
  );
}

function FileStep({ reading, onCancel }: { reading: FileReading; onCancel: () => void }) {
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) reading.open({ name: file.name, base64: await base64Of(file) });
  };
  return (
    <Section
      title="Upload a version"
      aside={
        <Button kind="quiet" onPress={onCancel}>
          Cancel
        </Button>
      }
    >
      <p className={styles.said}>
        A CSV or XLSX file of at most 10 MiB and 10,000 positions. It is read in memory and not kept. You see
        what the book would become before anything is saved.
      </p>
      <div className={styles.fields}>
        <div className={styles.file}>
          <label htmlFor={id}>File</label>
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            aria-describedby={tooLarge ? `${id}-error` : undefined}
            onChange={({ target }) => void take(target.files?.[0])}
          />
          {tooLarge ? (
            <p id={`${id}-error`} role="alert" className={styles.wrong}>
              The file is larger than 10 MiB. Split it, or remove what is not needed.
            </p>
          ) : null}
        </div>
        <div className={styles.day}>
          <DateField
            label="Counts from"
            value={reading.given.effective_on ?? today()}
            onChange={({ target }) => {
              if (target.value !== '') reading.say({ effective_on: target.value });
            }}
          />
        </div>
      </div>
      <p className={styles.status} role="status">
        {reading.isReading ? 'Reading the file…' : ''}
      </p>
    </Section>
  );
}

function SheetStep({ reading, sheets }: { reading: FileReading; sheets: readonly string[] }) {
  return (
    <Section title="Which sheet has the positions?">
      <div className={styles.narrow}>
        <SelectField
          label="Sheet"
          value={reading.given.sheet ?? ''}
          onChange={({ target }) => reading.say({ sheet: target.value })}
        >
          <option value="" disabled>
            Choose a sheet
          </option>
          {sheets.map((sheet) => (
            <option key={sheet} value={sheet}>
              {sheet}
            </option>
          ))}
        </SelectField>
      </div>
    </Section>
  );
}

interface SaveStepProps {
  reading: FileReading;
  read: ReadRows;
  seen: number;
  book: string;
  onDone: () => void;
}

function SaveStep({ reading, read, seen, book, onDone }: SaveStepProps) {
  const save = useAct('books.save', CHANGES);
  const { contents, open, names } = read;
  const unmatched = names.choose + names.none;
  return (
    <div className={styles.save}>
      <ProblemBox error={save.error} />
      <p className={styles.said}>
        {unmatched === 0
          ? 'Every name has a provider.'
          : `${plural(unmatched, 'name')} without a provider ${unmatched === 1 ? 'has' : 'have'} no score. You can choose later, too.`}
      </p>
      <Button
        kind="primary"
        busy={save.isPending && 'Saving…'}
        notAllowed={
          contents === null
            ? `answer ${plural(open, 'question')} first`
            : reading.isReading
              ? 'the file is being read'
              : null
        }
        onPress={() => {
          if (contents === null) return;
          const { effective_on } = reading.given;
          save.mutate(
            { book, contents, seen, ...(effective_on === undefined ? {} : { effective_on }) },
            { onSuccess: onDone },
          );
        }}
      >
        {`Save version ${seen + 1}, ${plural(read.positions, 'position')}`}
      </Button>
      {contents === null ? (
        <p className={styles.said}>{`Answer ${plural(open, 'question')} first.`}</p>
      ) : null}
    </div>
  );
}

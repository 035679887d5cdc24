// What each column holds, and how its numbers and dates are written. What was recognised can be changed; what can be read in two
// ways is asked.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { Table } from '../../../ui/table.tsx';
import { FIELD_WORDS } from './field-words.ts';
import styles from './upload.module.css';
import type { Field, FileAnswer, FileReading, Given } from './use-file-reading.ts';

type Columns = FileAnswer['columns'];
type Signs = FileAnswer['numbers'];
type Question = FileAnswer['questions'][number];

const FIELDS = Object.keys(FIELD_WORDS) as Field[];
const AMOUNTS = ['gross', 'collateral', 'net', 'limit'] as const;
const DATES = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
const SIGNS = { '.': 'a decimal point: 1,234.50', ',': 'a decimal comma: 1.234,50' } as const;

interface ColumnsStepProps {
  reading: FileReading;
  answer: FileAnswer;
  /** Of the book. */
  currency: string;
}

export function ColumnsStep({ reading, answer, currency }: ColumnsStepProps) {
  const [isOpen, setOpen] = useState(answer.questions.length > 0);
  const table = answer.table!;
  const asked = answer.questions.length > 0;
  return (
    <Section
      title={asked ? `${plural(answer.questions.length, 'question')} about columns` : 'Columns'}
      aside={
        asked ? undefined : (
          <Button kind="quiet" onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Change'}
          </Button>
        )
      }
    >
      {table.notes.map((note) => (
        <p key={note} className={styles.said}>
          {note}
        </p>
      ))}
      {isOpen || asked ? (
        <ColumnsForm
          answer={answer}
          currency={currency}
          isReading={reading.isReading}
          onRead={(given) => {
            setOpen(false);
            reading.say(given);
          }}
        />
      ) : (
        <p className={styles.said}>
          {table.columns
            .flatMap(({ number, header }) => {
              const field = fieldOf(answer.columns, number);
              return field === null ? [] : `${header}: ${FIELD_WORDS[field]}`;
            })
            .join(' · ')}
        </p>
      )}
    </Section>
  );
}

interface ColumnsFormProps {
  answer: FileAnswer;
  currency: string;
  isReading: boolean;
  onRead: (given: Given) => void;
}

function ColumnsForm({ answer, currency, isReading, onRead }: ColumnsFormProps) {
  const table = answer.table!;
  const [columns, setColumns] = useState<Columns>(answer.columns);
  const [numbers, setNumbers] = useState<Signs>(answer.numbers);
  const [dates, setDates] = useState(answer.dates ?? '');
  const [rowCurrency, setCurrency] = useState(answer.currency ?? currency);
  const [answered, setAnswered] = useState<ReadonlySet<Field>>(new Set());
  const change = (next: Columns) => {
    setColumns(next);
    setNumbers(carried(columns, next, numbers));
  };
  const assign = (number: number, field: Field | '') => change(assigned(columns, number, field));
  const aboutColumns = answer.questions.filter(({ kind }) => kind === 'columns');
  const open = aboutColumns.filter(({ field }) => !answered.has(field)).length;
  const amounts = AMOUNTS.filter((field) => columns[field] !== undefined);
  const needsDates = answer.questions.some(({ kind }) => kind === 'dates');
  const missing =
    open > 0
      ? `answer ${plural(open, 'question')} about columns`
      : columns.name === undefined
        ? 'choose the column that has the names'
        : columns.gross === undefined && columns.net === undefined
          ? 'choose the column that has the gross or the net amounts'
          : amounts.some((field) => numbers[field] === undefined)
            ? 'choose the decimal sign of the amounts'
            : needsDates && dates === ''
              ? 'choose how dates are written'
              : null;
  return (
    <>
      {aboutColumns.map((question) => (
        <div key={question.field} className={styles.question}>
          <p className="plain">{question.message}</p>
          <SelectField
            label="Answer"
            value={answered.has(question.field) ? String(answerOf(question, columns)) : ''}
            onChange={({ target }) => {
              setAnswered(new Set([...answered, question.field]));
              change(withAnswer(question, columns, target.value));
            }}
          >
            <option value="" disabled>
              Choose
            </option>
            {question.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choiceWords(choice, table)}
              </option>
            ))}
          </SelectField>
        </div>
      ))}
      <Table
        label="Columns"
        rows={table.columns}
        keyOf={({ number }) => String(number)}
        empty=""
        columns={[
          { head: 'Column', text: ({ number, header }) => header || `Column ${number}` },
          { head: 'Holds', cell: ({ examples }) => <span className="muted">{examples.join(' · ')}</span> },
          {
            head: 'Read as',
            cell: ({ number, header }) => (
              <select
                className={styles.select}
                aria-label={`Read ${header || `column ${number}`} as`}
                value={fieldOf(columns, number) ?? ''}
                onChange={({ target }) => assign(number, target.value as Field | '')}
              >
                <option value="">not read</option>
                {FIELDS.map((field) => (
                  <option key={field} value={field}>
                    {FIELD_WORDS[field]}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
      <div className={styles.formats}>
        {amounts.map((field) => (
          <SelectField
            key={field}
            label={`The ${FIELD_WORDS[field]} has`}
            value={numbers[field] ?? ''}
            onChange={({ target }) => setNumbers({ ...numbers, [field]: target.value as '.' | ',' })}
          >
            <option value="" disabled>
              Choose
            </option>
            {Object.entries(SIGNS).map(([sign, words]) => (
              <option key={sign} value={sign}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
        {columns.maturity === undefined ? null : (
          <SelectField
            label="Dates are written"
            value={dates}
            onChange={({ target }) => setDates(target.value as typeof dates)}
          >
            <option value="" disabled>
              Choose
            </option>
            {DATES.map((format) => (
              <option key={format} value={format}>
                {format}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={columns.currency === undefined ? 'Currency of all rows' : 'Currency of rows without one'}
          value={rowCurrency}
          maxLength={10}
          onChange={({ target }) => setCurrency(target.value.trim().toUpperCase())}
        />
      </div>
      {answer.questions
        .filter(({ kind }) => kind !== 'columns')
        .map(({ field, message }) => (
          <p key={field} className={styles.said}>
            {message}
          </p>
        ))}
      <div className={styles.acts}>
        <Button
          kind={answer.read === null ? 'primary' : 'secondary'}
          busy={isReading && 'Reading…'}
          notAllowed={missing}
          onPress={() =>
            onRead({
              columns,
              numbers: Object.fromEntries(amounts.map((field) => [field, numbers[field]!])),
              ...(columns.maturity === undefined || dates === ''
                ? {}
                : { dates: dates as (typeof DATES)[number] }),
              ...(rowCurrency === '' ? {} : { currency: rowCurrency }),
            })
          }
        >
          Read the rows
        </Button>
        {missing === null ? null : <span className={styles.said}>To read them, {missing}.</span>}
      </div>
    </>
  );
}

function fieldOf(columns: Columns, number: number): Field | null {
  return FIELDS.find((field) => columns[field] === number) ?? null;
}

/** A field has one column, and a column one field. */
function assigned(columns: Columns, number: number, field: Field | ''): Columns {
  const others = Object.entries(columns).filter(([other, column]) => other !== field && column !== number);
  return { ...Object.fromEntries(others), ...(field === '' ? {} : { [field]: number }) };
}

/** A column that holds another amount now is still written as it was. */
function carried(before: Columns, after: Columns, numbers: Signs): Signs {
  const next = { ...numbers };
  for (const field of AMOUNTS) {
    const was = AMOUNTS.find((other) => before[other] === after[field]);
    const sign = was === undefined ? undefined : numbers[was];
    if (after[field] !== undefined && next[field] === undefined && sign !== undefined) next[field] = sign;
  }
  return next;
}

function withAnswer({ field, columns: asked }: Question, columns: Columns, choice: string): Columns {
  return choice === 'gross' || choice === 'net'
    ? assigned(columns, asked[0]!, choice)
    : assigned(columns, Number(choice), field);
}

function answerOf({ field, columns: asked, choices }: Question, columns: Columns): string | number {
  return choices.includes('net') ? (fieldOf(columns, asked[0]!) ?? '') : (columns[field] ?? '');
}

function choiceWords(choice: string, { columns }: NonNullable<FileAnswer['table']>): string {
  const column = columns.find(({ number }) => String(number) === choice);
  return column === undefined ? choice : `${column.header} (column ${choice})`;
}

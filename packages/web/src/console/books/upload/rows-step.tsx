// The rows of a file as positions, and every question about them: duplicates, negatives, cells that cannot be read, sums below the
// table. All questions of a kind can be answered at once.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { withCurrency } from '../amounts.ts';
import { type BookSettings, OUTSIDE_WORDS } from '../book.ts';
import styles from './upload.module.css';
import type { FileReading, Given, ReadRows } from './use-file-reading.ts';

type Question = ReadRows['questions'][number];
type Answers = NonNullable<Given['answers']>;
type Choice = Question['choices'][number];

const FIRST = 20;

const CHOICES: Readonly<Record<Choice, string>> = {
  leave_empty: 'leave it empty',
  leave_out: 'leave the row out',
  keep: 'it is a position',
  round: 'round it to eight decimals',
  outside: 'keep it, outside the sums',
  as_positive: 'count it as positive',
  refuse: 'none: the file is wrong',
  add: 'add them up',
  keep_both: 'keep them all',
  keep_last: 'keep the last one',
};

const KINDS: Readonly<Record<Question['kind'], [one: string, many: string]>> = {
  unreadable: ['cell that cannot be read', 'cells that cannot be read'],
  missing: ['row with something missing', 'rows with something missing'],
  negative: ['negative amount', 'negative amounts'],
  duplicate: ['duplicate', 'duplicates'],
  footer: ['row that seems to be a sum', 'rows that seem to be sums'],
  repeated_header: ['repeated header', 'repeated headers'],
};

interface RowsStepProps {
  reading: FileReading;
  read: ReadRows;
  settings: BookSettings;
}

export function RowsStep({ reading, read, settings: { currency, measure } }: RowsStepProps) {
  const { questions, open, left_out, outside } = read;
  const kinds = Map.groupBy(questions, ({ kind }) => kind);
  const reasons = Object.entries(outside).filter(([, number]) => number > 0);
  return (
    <Section title={open === 0 ? 'Rows' : `${plural(open, 'question')} about rows`}>
      <p className={styles.said}>
        {plural(read.positions, 'position')}, together {withCurrency(read.total, currency)} {measure}.
        {reasons.map(
          ([reason, number]) =>
            ` Outside the sums: ${plural(number, 'position')}, ${OUTSIDE_WORDS[reason as keyof typeof outside]}.`,
        )}
        {read.limits.length === 0
          ? ''
          : ` The file states ${plural(read.limits.length, 'limit')}. Limits are not saved with a version: ask for them under Limits.`}
      </p>
      {[...kinds].map(([kind, some]) => (
        <Kind key={kind} kind={kind} questions={some} reading={reading} />
      ))}
      {left_out.rows === 0 ? null : (
        <details className={styles.left}>
          <summary>{plural(left_out.rows, 'row')} left out</summary>
          <ul>
            {left_out.data.map(({ row, why }) => (
              <li key={`${row} ${why}`}>{why.startsWith(`Row ${row}`) ? why : `Row ${row}: ${why}`}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function Kind({
  kind,
  questions,
  reading,
}: {
  kind: Question['kind'];
  questions: readonly Question[];
  reading: FileReading;
}) {
  const [isWhole, setWhole] = useState(false);
  const given = reading.given.answers ?? [];
  const say = (question: string, answer: Choice) =>
    reading.say({ answers: withAnswer(given, question, answer) });
  const shared = questions[0]!.choices.filter((choice) =>
    questions.every(({ choices }) => choices.includes(choice)),
  );
  const shown = isWhole ? questions : questions.slice(0, FIRST);
  return (
    <fieldset className={styles.kind}>
      <legend>{plural(questions.length, ...KINDS[kind])}</legend>
      {questions.length > 1 && shared.length > 0 ? (
        <p className={styles.all}>
          <span>All of them:</span>
          {shared.map((choice) => (
            <Button
              key={choice}
              kind="quiet"
              onPress={() => reading.say({ answers: forAll(given, questions, kind, choice) })}
            >
              {CHOICES[choice]}
            </Button>
          ))}
        </p>
      ) : null}
      <ul className={styles.questions}>
        {shown.map(({ key, message, choices, answer }) => (
          <li key={key}>
            <span>{message}</span>
            <select
              className={styles.select}
              aria-label={message}
              value={answer ?? ''}
              onChange={({ target }) => say(key, target.value as Choice)}
            >
              <option value="" disabled>
                Choose
              </option>
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {CHOICES[choice]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {questions.length > shown.length ? (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`Show all ${questions.length}`}
        </Button>
      ) : null}
    </fieldset>
  );
}

function withAnswer(given: Answers, question: string, answer: Choice): Answers {
  return [...given.filter((one) => one.question !== question), { question, answer }];
}

/** In the place of what was said of single ones. */
function forAll(given: Answers, questions: readonly Question[], kind: string, answer: Choice): Answers {
  const keys = new Set(questions.map(({ key }) => key));
  return withAnswer(
    given.filter(({ question }) => !keys.has(question)),
    kind,
    answer,
  );
}

// The document of entry checks, which stands beside the framework: what values are possible and usual. Two people replace it.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { download } from '../../ui/download.ts';
import { AreaField } from '../../ui/field.tsx';
import { date, inputValue, plural } from '../../ui/format.ts';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { inputName, withInputNames } from '../input-names.ts';
import type { Checks } from '../preview/scoring.ts';
import { useOpenRequests, Waiting, wordsOf } from '../registers/requested.tsx';
import { useStaff } from '../staff.ts';
import styles from './frameworks.module.css';
import { JsonFile, type ReadFile } from './json-file.tsx';

type Check = [input: string, check: Checks['inputs'][string]];

export function EntryChecks() {
  const { data, error, refetch } = useRead('entry_checks.show', {});
  const [isReplacing, setReplacing] = useState(false);
  const requests = useOpenRequests().filter(({ act }) => act === 'entry_checks.record');
  const notAllowed = notAllowedUnless(useStaff(), ['operator', 'chief_risk_officer']);
  if (error !== null && data === undefined)
    return <ProblemBox error={error} onRetry={() => void refetch()} />;
  const checks = data?.document as Checks | undefined;
  const recorded = data?.versions.at(-1)?.recorded_at ?? null;
  return (
    <Section
      title="Entry checks"
      note={
        data === undefined
          ? 'What is impossible is refused, and what is unusual is confirmed by two people.'
          : `Version ${data.version}, ${recorded === null ? 'as supplied' : `in force since ${date(recorded)}`}. What is impossible is refused, and what is unusual is confirmed by two people. No score depends on it.`
      }
    >
      {requests.map((request) => (
        <Waiting key={request.id} request={request} words={wordsOf(request)} />
      ))}
      <details>
        <summary className={styles.summary}>
          {checks === undefined ? 'The ranges' : `The ranges of ${plural(rangesOf(checks).length, 'input')}`}
        </summary>
        <Table
          label="Ranges of inputs"
          columns={COLUMNS}
          rows={checks && rangesOf(checks)}
          keyOf={([input]) => input}
          empty="No input has a range."
        />
        {checks &&
          togetherOf(checks).map((sentence) => (
            <p key={sentence} className="plain">
              {sentence}
            </p>
          ))}
      </details>
      <Acts>
        <Button
          notAllowed={data === undefined ? 'The document is being read.' : null}
          onPress={() =>
            download(
              `entry-checks-${data!.version}.json`,
              'application/json',
              `${JSON.stringify(data!.document, null, 2)}\n`,
            )
          }
        >
          Save the document
        </Button>
        <Button notAllowed={notAllowed} onPress={() => setReplacing(true)}>
          Replace it…
        </Button>
      </Acts>
      {isReplacing ? <Replace onClose={() => setReplacing(false)} /> : null}
    </Section>
  );
}

/** A word is possible if the framework has it: only figures have ranges. */
const rangesOf = ({ inputs }: Checks): Check[] =>
  Object.entries(inputs)
    .filter(([, { unit }]) => unit !== undefined)
    .toSorted(([a], [b]) => inputName(a).localeCompare(inputName(b)));

const COLUMNS: Column<Check>[] = [
  { head: 'Input', cell: ([input]) => inputName(input) },
  { head: 'Unit', isMinor: true, cell: ([, { unit }]) => unit },
  { head: 'Possible', isFixed: true, cell: ([, { possible }]) => rangeWords(possible) },
  { head: 'Usual', isFixed: true, cell: ([, { usual }]) => rangeWords(usual) },
  {
    head: 'Usual change',
    isFixed: true,
    isMinor: true,
    cell: ([, { change }]) => (change === undefined ? 'any' : `up to ${inputValue(change)}`),
  },
];

function rangeWords(range: readonly string[] | undefined): string {
  return range === undefined ? 'any' : range.map(inputValue).join(' to ');
}

const SEVERITY = { impossible: 'It is impossible that', unusual: 'It is unusual that' } as const;

function togetherOf({ orders, sums }: Checks): string[] {
  return [
    ...orders.map(({ lower, upper, severity }) => `${SEVERITY[severity]} ${lower} is greater than ${upper}.`),
    ...sums.map(
      ({ inputs, most, severity }) =>
        `${SEVERITY[severity]} ${inputs.join(' and ')} add up to more than ${inputValue(most)}.`,
    ),
  ].map(withInputNames);
}

/** Another person approves it. What is on record and would be impossible is named first. */
function Replace({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const document = file !== null && 'value' in file ? file.value : null;
  return (
    <ActDialog
      act="entry_checks.record"
      changes={['entry_checks', 'requests', 'entry']}
      title="Request other entry checks?"
      lead="They apply once another person approves the request. A current value that they make impossible is no longer scored."
      submit="Request"
      busy="Requesting…"
      notAllowed={document === null ? 'choose the file of the entry checks first' : null}
      fields={(about, forget) => (
        <>
          <JsonFile
            label="File of the entry checks"
            file={file}
            onRead={(read) => {
              forget();
              setFile(read);
            }}
          />
          <AreaField name="reason" label="Reason" maxLength={2000} error={about('reason')} />
        </>
      )}
      check={(form) => missing(form, { reason: 'Write what changes, and why.' })}
      inputOf={(form) => ({ document: document!, reason: textOf(form, 'reason')! })}
      done={({ impossible }) =>
        impossible.length === 0 ? null : <Impossible {...{ impossible, onClose }} />
      }
      onDone={({ impossible }) => {
        if (impossible.length === 0) onClose();
      }}
      onClose={onClose}
    />
  );
}

function Impossible({ impossible, onClose }: { impossible: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Values that would be impossible"
      onCancel={onClose}
      buttons={<Button onPress={onClose}>Close</Button>}
    >
      <p className="plain">The request was made. If it is approved, these are no longer scored:</p>
      <ul>
        {impossible.map((sentence) => (
          <li key={sentence}>{withInputNames(sentence)}</li>
        ))}
      </ul>
    </Dialog>
  );
}

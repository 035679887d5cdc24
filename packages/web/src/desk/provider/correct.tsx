// Corrects a wrong input: which published indicators hold it, what replaces it, and why. The draft restates all of them;
// the committee votes on it, and an operator publishes it.

import { useRead } from '../../api/acts.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { BandChip } from '../../ui/band.tsx';
import { AreaField, SelectField } from '../../ui/field.tsx';
import { hundredths, inputValue, plural, utcDate } from '../../ui/format.ts';
import { Day } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CHANGES, type ProviderFile } from './file.ts';
import { Drafted } from './provider-acts.tsx';

/** The rest of the dialog stays in view. */
const LISTED = 5;

interface CorrectProps {
  file: ProviderFile;
  /** The approved proposal that is wrong. */
  proposal: string;
  label: string;
  onClose: () => void;
}

export function Correct({ file, proposal, label, onClose }: CorrectProps) {
  const affected = useRead('corrections.affected', { wrong: proposal });
  const others = useReplacements(file.provider.id, affected.data?.input, proposal);
  return (
    <ActDialog
      act="corrections.draft"
      changes={CHANGES}
      wide
      title={`Correct ${label}?`}
      submit="Draft the correction"
      busy="Drafting…"
      fields={(about) => (
        <>
          <ProblemBox error={affected.error} onRetry={() => void affected.refetch()} />
          {affected.data === undefined ? (
            <div aria-busy="true" />
          ) : (
            <>
              <p className="plain">
                {plural(affected.data.count, 'published indicator holds', 'published indicators hold')} the
                value {inputValue(affected.data.value)}
                {affected.data.renewals === 0
                  ? ''
                  : `, with ${plural(affected.data.renewals, 'renewal')} of it`}
                . All of them are restated, or none.
                {affected.data.count > LISTED
                  ? ` The newest ${LISTED} are listed; the draft has all of them.`
                  : ''}
              </p>
              <Table
                label="Indicators that hold it"
                columns={COLUMNS}
                rows={affected.data.indicators.slice(0, LISTED)}
                keyOf={({ verification_id }) => verification_id}
                empty="No published indicator holds it: it is only retracted."
                isSmall
              />
            </>
          )}
          <SelectField
            name="replacement"
            label="What replaces it"
            help="Another approved value of the same input. Without one, the indicators are restated as if it had never been recorded."
            error={about('replacement')}
          >
            <option value="">Nothing</option>
            {others.map(({ id, value, evidence }) => (
              <option key={id} value={id}>
                {inputValue(value)}, grade {evidence.grade}, {utcDate(evidence.evidence_date)}
              </option>
            ))}
          </SelectField>
          <AreaField
            name="reason"
            label="Reason"
            help="It is published with every restated indicator."
            maxLength={2000}
            error={about('reason')}
          />
          <p className="plain muted">The committee votes on the draft, and an operator publishes it.</p>
        </>
      )}
      check={(form) => missing(form, { reason: 'Write why: readers see it.' })}
      inputOf={(form) => {
        const replacement = textOf(form, 'replacement');
        return {
          wrong: proposal,
          reason: textOf(form, 'reason')!,
          ...(replacement === undefined ? {} : { replacement }),
        };
      }}
      done={({ run_id, restates }) => (
        <Drafted
          title="The correction is drafted"
          run={run_id}
          what={`It restates ${plural(restates.length, 'indicator')}.`}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

type Indicator = {
  verification_id: string;
  published_at: string;
  score: number;
  band: string;
  slug: string;
};

const COLUMNS: readonly Column<Indicator>[] = [
  {
    head: 'Indicator',
    cell: ({ verification_id }) => (
      <a className="mono" href={`/verify/${verification_id}`}>
        {verification_id}
      </a>
    ),
  },
  { head: 'Published', isFixed: true, cell: ({ published_at }) => <Day at={published_at} /> },
  { head: 'Score', isFigure: true, cell: ({ score }) => hundredths(score) },
  { head: 'Band', isExtra: true, cell: ({ band }) => <BandChip band={band} /> },
];

/** Approved values of the same input that were not retracted. */
function useReplacements(provider: string, input: string | undefined, wrong: string) {
  const { data } = useRead(
    'inputs.list',
    { provider, ...(input === undefined ? {} : { input }), limit: 1000 },
    { enabled: input !== undefined },
  );
  return (data?.data ?? []).filter(
    ({ id, status }) => id !== wrong && (status === 'approved' || status === 'superseded'),
  );
}

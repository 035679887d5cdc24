// The register of issuances: what issuers announced, by announcement, newest first.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useList } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { usePageSearch } from '../../../pages.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { type CsvRow, readCsv } from '../../../ui/csv.ts';
import { TextField } from '../../../ui/field.tsx';
import { plural, utcDate } from '../../../ui/format.ts';
import { type Column, NotApplicable } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { amountOf, type Issuance, STATUSES, TYPES } from './issuance.ts';
import { detailsOf, ISSUANCE_MEMBERS, IssuanceFields } from './issuance-form.tsx';
import { IssuancePanel } from './issuance-panel.tsx';

export function Issuances() {
  const searching = usePageSearch('/desk/issuances');
  const { search, set } = searching;
  const [asking, setAsking] = useState<'add' | 'import' | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  const pages = useList('issuances.list', filterOf(search));
  const close = () => setAsking(null);
  return (
    <>
      <Register
        title="Issuances"
        note={notAllowed === null ? 'Public at once' : `To add one, ${notAllowed}`}
        act={
          <>
            <Button notAllowed={notAllowed} onPress={() => setAsking('import')}>
              Import CSV…
            </Button>{' '}
            <Button kind="primary" notAllowed={notAllowed} onPress={() => setAsking('add')}>
              Add issuance
            </Button>
          </>
        }
        what="issuance"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        labelOf={({ name, issuer_name }) => `Show ${name} of ${issuer_name}`}
        searching={searching}
        openIn="open"
        filters={{
          text: 'Issuer, name or ticker',
          status: {
            label: 'Status',
            options: {
              '': 'all',
              ...Object.fromEntries(Object.entries(STATUSES).map(([one, { word }]) => [one, word])),
            },
          },
          type: { label: 'Type', options: { '': 'all', ...TYPES } },
        }}
        empty="No issuance is known yet. Add one, or import a CSV file."
        panel={(issuance, onClose) => (
          <IssuancePanel key={issuance.id} issuance={issuance} onClose={onClose} />
        )}
      />
      {asking === 'import' ? <ImportIssuances onClose={close} /> : null}
      {asking === 'add' ? (
        <ActDialog
          act="issuances.add"
          changes={['issuances']}
          title="Add an issuance"
          submit="Add issuance"
          busy="Adding…"
          fields={(about) => <IssuanceFields about={about} />}
          inputOf={(form) => ({ issuance: detailsOf(form) })}
          onDone={({ id }) => {
            close();
            set({ open: id });
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function filterOf({
  text,
  status,
  type,
}: Record<'text' | 'status' | 'type', string>): InputOf<'issuances.list'> {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(status in STATUSES ? { statuses: [status as Issuance['status']] } : {}),
    ...(type in TYPES ? { type: type as Issuance['type'] } : {}),
  };
}

const COLUMNS: Column<Issuance>[] = [
  { head: 'Name', text: ({ name }) => name },
  { head: 'Issuer', isMinor: 'plain', text: ({ issuer_name }) => issuer_name },
  { head: 'Type', isFixed: true, isMinor: true, text: ({ type }) => TYPES[type] },
  {
    head: 'Announced (UTC)',
    isFixed: true,
    isMinor: true,
    cell: ({ announced_on }) => utcDate(announced_on),
    text: ({ announced_on }) => announced_on,
  },
  {
    head: 'Pricing (UTC)',
    isFixed: true,
    isMinor: true,
    isExtra: true,
    cell: ({ pricing_on }) => (pricing_on === null ? <NotApplicable /> : utcDate(pricing_on)),
    text: ({ pricing_on }) => pricing_on,
  },
  {
    head: 'Amount',
    isFigure: true,
    isMinor: true,
    cell: (issuance) => amountOf(issuance) ?? <NotApplicable />,
    text: ({ amount }) => amount,
  },
  { head: 'Status', isFixed: true, state: ({ status }) => STATUSES[status] },
];

/** Imports issuances from a CSV file: all rows, or none. What is wrong with a row is listed with its place. */
function ImportIssuances({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<CsvRow[] | null>(null);
  const isEmpty = rows === null || rows.length === 0;
  return (
    <ActDialog
      act="issuances.import"
      changes={['issuances']}
      title="Import issuances"
      lead={
        <>
          The first line names the columns: <span className="mono">{ISSUANCE_MEMBERS.join(', ')}</span>. All
          rows are added, or none.
        </>
      }
      submit={isEmpty ? 'Import' : `Import ${plural(rows.length, 'issuance')}`}
      busy="Importing…"
      notAllowed={isEmpty ? 'choose a file with rows first' : null}
      fields={(_, forget) => (
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          error={rows?.length === 0 ? 'This file has no rows below its first line.' : null}
          onChange={async ({ target }) => {
            forget();
            const file = target.files?.[0];
            setRows(file === undefined ? null : readCsv(await file.text()));
          }}
        />
      )}
      inputOf={() => ({ rows: rows! })}
      onClose={onClose}
    />
  );
}

// Imports issuances from a CSV file: all rows, or none. What is wrong with a row is listed with its place.

import { useState } from 'react';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { type CsvRow, readCsv } from '../../../ui/csv.ts';
import { TextField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { ISSUANCE_MEMBERS } from './issuance-form.tsx';

export function ImportIssuances({ onClose }: { onClose: () => void }) {
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

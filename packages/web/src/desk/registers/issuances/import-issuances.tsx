// Adds the issuances of a CSV file: all of them, or none and every fault with its line.

import { useState } from 'react';
import { useAct } from '../../../api/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { type CsvRow, readCsv } from '../../../ui/read-csv.ts';
import { plural } from '../../../ui/words.ts';
import { Faults } from '../faults.tsx';
import { ISSUANCE_MEMBERS } from './issuance-form.tsx';

export function ImportIssuances({ onClose }: { onClose: () => void }) {
  const add = useAct('issuances.import', ['issuances']);
  const [rows, setRows] = useState<CsvRow[] | null>(null);
  const isEmpty = rows === null || rows.length === 0;
  return (
    <Dialog
      title="Import issuances"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            notAllowed={isEmpty ? 'choose a file with rows first' : null}
            busy={add.isPending && 'Importing…'}
            onPress={() => add.mutate({ rows: rows! }, { onSuccess: onClose })}
          >
            {isEmpty ? 'Import' : `Import ${plural(rows.length, 'issuance')}`}
          </Button>
        </>
      }
    >
      <p className="plain">
        The first line names the columns: <span className="mono">{ISSUANCE_MEMBERS.join(', ')}</span>. All
        rows are added, or none.
      </p>
      <TextField
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        error={rows?.length === 0 ? 'This file has no rows below its first line.' : null}
        onChange={async ({ target }) => {
          add.reset();
          const file = target.files?.[0];
          setRows(file === undefined ? null : readCsv(await file.text()));
        }}
      />
      {add.error === null ? null : (
        <>
          <ProblemBox error={add.error} />
          <Faults error={add.error} />
        </>
      )}
    </Dialog>
  );
}

// Acts beside the main one: import a sheet, and create a provider that the grid does not know yet.

import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { EntryRow } from './draft.ts';
import { NewProvider } from './new-provider.tsx';
import { fileRows } from './table-text.ts';

interface ToolsProps {
  onRows: (rows: EntryRow[]) => void;
  onProvider: (slug: string) => void;
}

export function Tools({ onRows, onProvider }: ToolsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isNew, setNew] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const rows = fileRows(await file.text());
    if (rows === null || rows.length === 0) setWrong(file.name);
    else onRows(rows);
  };
  return (
    <>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        accept=".csv,.tsv,text/csv"
        tabIndex={-1}
        aria-label="Sheet to import"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button onPress={() => setNew(true)}>New provider</Button>
      <Button onPress={() => chooser.current?.click()}>Import a sheet</Button>
      {isNew ? (
        <NewProvider
          onClose={() => setNew(false)}
          onCreated={(slug) => {
            setNew(false);
            onProvider(slug);
          }}
        />
      ) : null}
      {wrong === null ? null : (
        <Dialog
          title={`No rows in ${wrong}`}
          onCancel={() => setWrong(null)}
          buttons={
            <Button kind="primary" autoFocus onPress={() => setWrong(null)}>
              Close
            </Button>
          }
        >
          <p>
            The first line must have headings, at least provider and input. A sheet of the due list has them,
            and so has the file of rf inputs template.
          </p>
        </Dialog>
      )}
    </>
  );
}

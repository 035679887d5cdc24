// Acts beside the main one: import a sheet, and create a provider that the grid does not know yet.

import { useRef, useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AddProvider } from '../providers/add-provider.tsx';
import type { EntryRow } from './draft.ts';
import { fileRows } from './table-text.ts';
import { downloadProviderTemplate } from './templates.ts';

const KNOWN = 'A provider with this name is on record already. Choose it in the grid.';
const HEADINGS =
  'The first line must have headings, at least provider and input. A sheet of the due list has them, and so has the file of rf inputs template.';

interface ToolsProps {
  onRows: (rows: EntryRow[]) => void;
  onProvider: (slug: string) => void;
}

export function Tools({ onRows, onProvider }: ToolsProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isNew, setNew] = useState(false);
  const [wrong, setWrong] = useState<{ title: string; words: string } | null>(null);
  const close = () => setWrong(null);
  const added = async (id: string | undefined) => {
    setNew(false);
    if (id === undefined) return setWrong({ title: 'No provider was added', words: KNOWN });
    const { providers } = await callAct('entry.basis', { providers: [id] });
    onProvider(providers[0]!.slug);
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const rows = fileRows(await file.text());
    if (rows === null || rows.length === 0) setWrong({ title: `No rows in ${file.name}`, words: HEADINGS });
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
      <Button kind="quiet" onPress={() => void downloadProviderTemplate()}>
        Provider file to fill in
      </Button>
      {isNew ? <AddProvider onAdded={(id) => void added(id)} onClose={() => setNew(false)} /> : null}
      {wrong === null ? null : (
        <Dialog
          title={wrong.title}
          onCancel={close}
          buttons={
            <Button kind="primary" autoFocus onPress={close}>
              Close
            </Button>
          }
        >
          <p>{wrong.words}</p>
        </Dialog>
      )}
    </>
  );
}

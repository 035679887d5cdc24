// Imports the file of a framework. What is wrong with it is listed with its place in the document.

import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Faults } from '../registers/faults.tsx';
import { JsonFile, type ReadFile } from './json-file.tsx';

export interface ImportFrameworkProps {
  onDone: (digest: string) => void;
  onClose: () => void;
}

export function ImportFramework({ onDone, onClose }: ImportFrameworkProps) {
  const add = useAct('frameworks.import', ['frameworks']);
  const [file, setFile] = useState<ReadFile | null>(null);
  const document = file !== null && 'value' in file ? file.value : null;
  const version = typeof document?.methodology_version === 'string' ? document.methodology_version : null;
  return (
    <Dialog
      title="Import a framework"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            notAllowed={document === null ? 'choose the file of a framework first' : null}
            busy={add.isPending && 'Importing…'}
            onPress={() => add.mutate({ document: document! }, { onSuccess: ({ digest }) => onDone(digest) })}
          >
            {version === null ? 'Import' : `Import version ${version}`}
          </Button>
        </>
      }
    >
      <p className="plain">
        The file is checked and stored under its digest. Nothing changes until it is signed and activated. A
        text of the same version that was never used is replaced.
      </p>
      <JsonFile
        label="File of the framework"
        file={file}
        onRead={(read) => {
          add.reset();
          setFile(read);
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

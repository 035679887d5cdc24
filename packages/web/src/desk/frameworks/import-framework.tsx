// Imports the file of a framework. What is wrong with it is listed with its place in the document.

import { useState } from 'react';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { JsonFile, type ReadFile } from './json-file.tsx';

export interface ImportFrameworkProps {
  onDone: (digest: string) => void;
  onClose: () => void;
}

export function ImportFramework({ onDone, onClose }: ImportFrameworkProps) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const document = file !== null && 'value' in file ? file.value : null;
  const version = typeof document?.methodology_version === 'string' ? document.methodology_version : null;
  return (
    <ActDialog
      act="frameworks.import"
      changes={['frameworks']}
      title="Import a framework"
      lead="The file is checked and stored under its digest. Nothing changes until it is signed and activated. A text of the same version that was never used is replaced."
      submit={version === null ? 'Import' : `Import version ${version}`}
      busy="Importing…"
      notAllowed={document === null ? 'choose the file of a framework first' : null}
      fields={(_, forget) => (
        <JsonFile
          label="File of the framework"
          file={file}
          onRead={(read) => {
            forget();
            setFile(read);
          }}
        />
      )}
      inputOf={() => ({ document: document! })}
      onDone={({ digest }) => onDone(digest)}
      onClose={onClose}
    />
  );
}

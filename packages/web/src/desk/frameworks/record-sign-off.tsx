// Records a sign-off: a file that a chief risk officer made elsewhere, with a key that never comes here.

import { useState } from 'react';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Code } from '../../ui/code.tsx';
import type { Framework } from './framework.ts';
import { JsonFile, type ReadFile } from './json-file.tsx';

export function RecordSignOff({ framework, onClose }: { framework: Framework; onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const signOff = file !== null && 'value' in file ? file.value : null;
  const isOther = typeof signOff?.digest === 'string' && signOff.digest !== framework.digest;
  return (
    <ActDialog
      act="frameworks.record_sign_off"
      changes={['frameworks']}
      title={`The sign-off of ${framework.framework_version}`}
      lead="A chief risk officer signs the file of the framework on a machine of their own. The private key stays there."
      wide
      submit="Record the sign-off"
      busy="Recording…"
      notAllowed={
        signOff === null
          ? 'choose the file of the sign-off first'
          : isOther
            ? 'this file signs another text'
            : null
      }
      fields={(_, forget) => (
        <>
          <Code
            text={`rf methodology sign rf-framework-${framework.version}.json --key OFFICER.key --name "Their name"`}
            what="the command"
          />
          <JsonFile
            label="File of the sign-off"
            file={
              file !== null && isOther
                ? { name: file.name, fault: `This file signs ${String(signOff?.digest)}, not this text.` }
                : file
            }
            onRead={(read) => {
              forget();
              setFile(read);
            }}
          />
        </>
      )}
      inputOf={() => ({ sign_off: signOff! })}
      onClose={onClose}
    />
  );
}

// Records a sign-off: a file that a chief risk officer made elsewhere, with a key that never comes here.

import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Faults } from '../registers/faults.tsx';
import type { Framework } from './framework.ts';
import { JsonFile, type ReadFile } from './json-file.tsx';

export function RecordSignOff({ framework, onClose }: { framework: Framework; onClose: () => void }) {
  const record = useAct('frameworks.record_sign_off', ['frameworks']);
  const [file, setFile] = useState<ReadFile | null>(null);
  const signOff = file !== null && 'value' in file ? file.value : null;
  const isOther = typeof signOff?.digest === 'string' && signOff.digest !== framework.digest;
  return (
    <Dialog
      title={`The sign-off of ${framework.framework_version}`}
      onCancel={onClose}
      wide
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            notAllowed={
              signOff === null
                ? 'choose the file of the sign-off first'
                : isOther
                  ? 'this file signs another text'
                  : null
            }
            busy={record.isPending && 'Recording…'}
            onPress={() => record.mutate({ sign_off: signOff! }, { onSuccess: onClose })}
          >
            Record the sign-off
          </Button>
        </>
      }
    >
      <p className="plain">
        A chief risk officer signs the file of the framework on a machine of their own. The private key stays
        there.
      </p>
      <Code
        text={`rf methodology sign rf-framework-${framework.version}.json --key OFFICER.key --name "Their name"`}
        what="the command"
      />
      <JsonFile
        label="File of the sign-off"
        file={
          file !== null && isOther
            ? {
                name: file.name,
                fault: `This file signs ${String(signOff?.digest)}, not this text.`,
              }
            : file
        }
        onRead={(read) => {
          record.reset();
          setFile(read);
        }}
      />
      {record.error === null ? null : (
        <>
          <ProblemBox error={record.error} />
          <Faults error={record.error} />
        </>
      )}
    </Dialog>
  );
}

// Requests the activation of a framework: what changes is published, and a second person approves.

import { useState } from 'react';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Code } from '../../ui/code.tsx';
import { AreaField } from '../../ui/field.tsx';
import { utcDate } from '../../ui/format.ts';
import type { Framework } from './framework.ts';
import { JsonFile, type ReadFile } from './json-file.tsx';

interface ActivateProps {
  framework: Framework;
  /** Whether the notice period is too short now. */
  isUrgent: boolean;
  onClose: () => void;
}

export function Activate({ framework, isUrgent, onClose }: ActivateProps) {
  const { digest, framework_version, effective_from } = framework;
  return (
    <ActDialog
      act="frameworks.activate"
      changes={['frameworks', 'requests']}
      title={`Request the activation of ${framework_version}?`}
      lead={`Once a second person approves, it is announced to everybody with the old and the new score of each provider, and takes effect on ${utcDate(effective_from)} (UTC). Every provider is compared first, which can take minutes.`}
      submit="Request activation"
      busy="Comparing…"
      fields={(about) => (
        <>
          <AreaField
            name="notes"
            label="What changes with this version"
            help="Published with the framework."
            error={about('notes')}
            required
            maxLength={2000}
            autoFocus
          />
          {isUrgent ? (
            <AreaField
              name="urgent"
              label="Why it takes effect without the notice period"
              help="Published too. Without it the request is refused."
              error={about('urgent')}
              maxLength={2000}
            />
          ) : null}
        </>
      )}
      inputOf={(form) => {
        const urgent = textOf(form, 'urgent');
        return {
          framework: digest,
          notes: textOf(form, 'notes') ?? '',
          ...(urgent === undefined ? {} : { urgent }),
        };
      }}
      onClose={onClose}
    />
  );
}

/** Requests that an activated framework is cancelled. It is possible only while nothing was published under it. */
export function Cancel({ framework, onClose }: { framework: Framework; onClose: () => void }) {
  return (
    <ActDialog
      act="frameworks.cancel"
      changes={['frameworks', 'requests']}
      title={`Request to cancel ${framework.framework_version}?`}
      lead="It is never in effect then. A second person approves it on the page Requests."
      isFinal
      submit="Request it"
      busy="Sending…"
      fields={(about) => (
        <AreaField
          name="reason"
          label="Reason"
          help="Published."
          error={about('reason')}
          required
          maxLength={2000}
        />
      )}
      inputOf={(form) => ({ framework: framework.digest, reason: textOf(form, 'reason') ?? '' })}
      onClose={onClose}
    />
  );
}

/** Records a sign-off: a file that a chief risk officer made elsewhere, with a key that never comes here. */
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

interface ImportFrameworkProps {
  onDone: (digest: string) => void;
  onClose: () => void;
}

/** Imports the file of a framework. What is wrong with it is listed with its place in the document. */
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

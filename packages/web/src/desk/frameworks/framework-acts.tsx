// Requests the activation of a framework: what changes is published, and a second person approves.

import { type DragEvent, useState } from 'react';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Code } from '../../ui/code.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { utcDate } from '../../ui/format.ts';
import type { Framework } from './framework.ts';
import styles from './frameworks.module.css';

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

type ReadFile = { name: string; value: Record<string, unknown> } | { name: string; fault: string };

interface JsonFileProps {
  label: string;
  file: ReadFile | null;
  onRead: (file: ReadFile | null) => void;
}

/** A JSON file that is chosen or dropped, and read in the browser. */
function JsonFile({ label, file, onRead }: JsonFileProps) {
  const [isOver, setOver] = useState(false);
  const take = async (given: File | undefined) => onRead(given === undefined ? null : await readJson(given));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
      aria-label={`Drop: ${label}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <TextField
        label={label}
        help={file === null ? 'Choose it, or drop it here.' : file.name}
        error={file !== null && 'fault' in file ? file.fault : null}
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => void take(target.files?.[0])}
      />
    </section>
  );
}

async function readJson(file: File): Promise<ReadFile> {
  const { name } = file;
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { name, value: value as Record<string, unknown> };
    return { name, fault: 'This file is JSON, but not an object.' };
  } catch (error) {
    return { name, fault: `This file is not JSON: ${(error as Error).message}` };
  }
}

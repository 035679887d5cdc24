// The document of the entry: dropped or chosen, hashed here, stored, and shown so that its text can be cited.

import { type DragEvent, useRef, useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { isOnRecord, KnownDocument } from '../document/known-document.tsx';
import { DocumentViewer } from '../document/viewer.tsx';
import { defaultsOf, recordedDefaults } from './document-defaults.ts';
import styles from './document-pane.module.css';
import type { EntryDocument, EntryRow, EvidenceDefaults } from './draft.ts';

interface PaneProps {
  document: EntryDocument | null;
  evidence: EvidenceDefaults;
  /** The row in hand, whose quote is shown. */
  cited: EntryRow;
  onDocument: (document: EntryDocument, evidence: EvidenceDefaults) => void;
  onRecorded: (evidence: EvidenceDefaults) => void;
  onSelect: (text: string, page: number | null) => void;
}

export function DocumentPane({ document, evidence, cited, onDocument, onRecorded, onSelect }: PaneProps) {
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setError(null);
    setBusy(`Hashing ${file.name}…`);
    try {
      const { document: read, bytes } = await readDocument(file);
      if (!(await isOnRecord(read.sha256))) {
        setBusy(`Storing ${file.name}…`);
        await storeDocument(read, bytes);
      }
      onDocument(read, defaultsOf(file.name, file.lastModified, new Date().toISOString().slice(0, 10)));
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(null);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const choose = (
    <>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label="Document file"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button kind={document === null ? 'secondary' : 'quiet'} onPress={() => chooser.current?.click()}>
        {document === null ? 'Choose a document' : 'Replace'}
      </Button>
    </>
  );
  return (
    <section
      className={isOver ? `${styles.pane} ${styles.over}` : styles.pane}
      aria-label="Document of the entry"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {error === null ? null : error instanceof DocumentProblem ? (
        <p className={styles.problem} role="alert">
          <CrossGlyph /> {error.message}
        </p>
      ) : (
        <ProblemBox error={error} />
      )}
      {document === null ? (
        <div className={styles.drop}>
          <p className={styles.lead}>{busy ?? 'Drop the document here.'}</p>
          <p className={styles.help}>
            At most {LARGEST_MB} MB. It is hashed in this browser and stored once; evidence of grade A, B or C
            needs it.
          </p>
          {choose}
        </div>
      ) : (
        <>
          <div className={styles.digest}>
            <span className={styles.label}>SHA-256</span>{' '}
            <span className={styles.hash}>{document.sha256}</span>{' '}
            <Copy text={document.sha256} what="the SHA-256 of the document" /> {choose}
            {busy === null ? null : <span className={styles.help}>{busy}</span>}
            <KnownDocument
              sha256={document.sha256}
              title={evidence.title}
              onUse={(known) => onRecorded(recordedDefaults(known))}
            />
          </div>
          <DocumentViewer
            key={document.sha256}
            title={document.name}
            sha256={document.sha256}
            mediaType={document.media_type}
            page={cited.page === '' ? null : cited.page}
            quote={cited.quote === '' ? null : cited.quote}
            onSelect={onSelect}
          />
        </>
      )}
    </section>
  );
}

const LARGEST_MB = 10;

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/** A document that cannot be stored, with what to do. */
class DocumentProblem extends Error {}

/** Hashes a document in the browser and stores it. The service answers with its own digest of the same bytes. */
async function readDocument(file: File): Promise<{ document: EntryDocument; bytes: Uint8Array }> {
  if (file.size === 0) throw new DocumentProblem(`${file.name} is empty. Choose another file.`);
  if (file.size > LARGEST_MB * 1024 * 1024)
    throw new DocumentProblem(`${file.name} is larger than ${LARGEST_MB} MB. Store a smaller copy of it.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const ending = file.name.split('.').at(-1)!.toLowerCase();
  const given = file.type.split(';')[0]!.trim().toLowerCase();
  const media_type = given || TYPES[ending] || 'application/octet-stream';
  return { document: { sha256, name: file.name, media_type, size: file.size }, bytes };
}

async function storeDocument({ sha256, media_type }: EntryDocument, bytes: Uint8Array): Promise<void> {
  const stored = await callAct('evidence.store_document', { media_type, base64: base64(bytes) });
  if (stored.sha256 !== sha256)
    throw new DocumentProblem('The document changed on its way to the service. Choose it again.');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const PORTION = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PORTION)
    text += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(text);
}

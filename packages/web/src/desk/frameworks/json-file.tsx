// A JSON file that is chosen or dropped, and read in the browser.

import { type DragEvent, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import styles from './frameworks.module.css';

export type ReadFile = { name: string; value: Record<string, unknown> } | { name: string; fault: string };

interface JsonFileProps {
  label: string;
  file: ReadFile | null;
  onRead: (file: ReadFile | null) => void;
}

export function JsonFile({ label, file, onRead }: JsonFileProps) {
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

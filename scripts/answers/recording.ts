// A recording: every answer of one server, in one JSON file. Equal bodies are stored once.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

export interface Answer {
  /** The request in one line; unique within a recording. */
  name: string;
  /** The operation in the OpenAPI document, or the kind of page. */
  operation: string;
  status: number;
  headers: Record<string, string>;
  /** SHA-256 of the decoded body: its key in `bodies`. */
  body: string;
  /** SHA-256 of the bytes that were sent, where they were compressed. */
  compressed?: string;
}

export interface Recording {
  format: 1;
  /** The instant at which the server's clock stood. */
  at: string;
  /** SHA-256 of the data that the server was started with. */
  data: string;
  /** How often each normalisation changed something. */
  normalised: Record<string, number>;
  answers: Answer[];
  /** Texts as they are; other bytes in base64 after `base64:`. */
  bodies: Record<string, string>;
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function readRecording(file: string): Recording {
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  if (recording.format !== 1) throw new Error(`${file} is not a recording of answers.`);
  return recording;
}

export function writeRecording(file: string, recording: Recording): void {
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`);
}

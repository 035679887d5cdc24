// Writes the JSON of a long list as bytes in chunks: the list is never one text, and nobody waits while all of it is encoded.

import type { Chunks } from './body.ts';

/** About 500 rows. A shorter list is one chunk. */
const CHUNK_CHARACTERS = 256 * 1024;

export class ListText {
  readonly #chunks: Uint8Array[] = [];
  #text: string;
  #isEmpty = true;

  /** `opening` ends with the bracket that opens the list. */
  constructor(opening: string) {
    this.#text = opening;
  }

  add(row: string): void {
    this.#text += this.#isEmpty ? row : `,${row}`;
    this.#isEmpty = false;
    if (this.#text.length < CHUNK_CHARACTERS) return;
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** `closing` begins with the bracket that closes the list. Texts with different ends share all chunks but the last. */
  closedWith(closing: string): Chunks {
    return [...this.#chunks, Buffer.from(this.#text + closing)];
  }
}

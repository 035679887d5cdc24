// Cache of parsed requests, by the bytes of their bodies. Agents ask the same again and again, and parsing and checking a
// body costs more than answering it.

import type { Question } from './ask-tool.ts';

const KEPT_AT_MOST = 10_000;
const LONGEST = 1024;

export class ParsedRequestCache {
  #questions = new Map<string, Question>();

  find(bytes: Buffer): Question | undefined {
    return bytes.length > LONGEST ? undefined : this.#questions.get(bytes.toString('latin1'));
  }

  /** Only what passed every check; what it means does not depend on what is published. */
  keep(bytes: Buffer, question: Question): void {
    if (bytes.length > LONGEST) return;
    if (this.#questions.size >= KEPT_AT_MOST) this.#questions.clear();
    this.#questions.set(bytes.toString('latin1'), question);
  }
}

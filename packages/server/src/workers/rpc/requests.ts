// Questions from the serving thread to another one. How many may wait is limited: past that the caller is told to
// come back, and no queue grows.

import type { MessagePort } from 'node:worker_threads';
import { isStoreUnavailable } from '@rf-indicators/core/store/store-unavailable';
import { Overloaded } from '../../http/overloaded.ts';

interface Question {
  ask: number;
  name: string;
  given: unknown;
}

interface Reply {
  reply: number;
  answer?: unknown;
  error?: string;
  /** It was the store's: the same question may well be answered later. */
  isUnavailable?: boolean;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export interface Asker {
  /** `atMost`: where fewer than usual may wait, so that others find room. */
  ask(name: string, given: unknown, atMost?: number): Promise<unknown>;
  /** Settles the question that the message replies to; false if the message is not a reply. */
  handleReply(message: unknown): boolean;
  /** The thread ended: what waits is told so. */
  abandon(reason: string): void;
  readonly waiting: number;
}

export function askerOf(worker: { postMessage(message: unknown): void }, most: number): Asker {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  return {
    get waiting() {
      return waiting.size;
    },
    ask(name, given, atMost = most) {
      if (waiting.size >= atMost) return Promise.reject(new Overloaded(`${atMost} questions are waiting`));
      last += 1;
      const question: Question = { ask: last, name, given };
      return new Promise((resolve, reject) => {
        waiting.set(question.ask, { resolve, reject });
        worker.postMessage(question);
      });
    },
    handleReply(message) {
      const reply = message as Reply;
      const asked = waiting.get(reply.reply);
      if (asked === undefined) return typeof reply.reply === 'number';
      waiting.delete(reply.reply);
      if (reply.error === undefined) asked.resolve(reply.answer);
      else asked.reject(reply.isUnavailable ? new Overloaded(reply.error) : new Error(reply.error));
      return true;
    },
    abandon(reason) {
      for (const { reject } of waiting.values()) reject(new Overloaded(reason));
      waiting.clear();
    },
  };
}

export type Answers = Readonly<Record<string, (given: never) => Promise<unknown>>>;
/** The buffers of an answer that are moved to the asking thread instead of copied. */
export type Moved = (answer: unknown) => ArrayBuffer[];

/** The other side: answers what is asked, and tells of errors without ending the thread. */
export function answerOn(port: MessagePort, answers: Answers, moved: Moved = () => []): void {
  port.on('message', async (message: Question) => {
    if (typeof message.ask !== 'number') return;
    const reply: Reply = { reply: message.ask };
    try {
      reply.answer = await answers[message.name]!(message.given as never);
    } catch (error) {
      reply.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reply.isUnavailable = isStoreUnavailable(error);
    }
    port.postMessage(reply, moved(reply.answer));
  });
}

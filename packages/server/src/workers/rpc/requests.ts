// Requests from the serving thread to a worker thread. The number of pending requests is limited; further ones are
// rejected as Overloaded instead of queued.

import type { MessagePort } from 'node:worker_threads';
import { type StoreFault, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { Overloaded, StoreUnavailable } from '../../http/overloaded.ts';

interface Request {
  request: number;
  name: string;
  params: unknown;
}

interface Reply {
  reply: number;
  result?: unknown;
  error?: WorkerError;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface RequestClient {
  /** `maxPending` can lower the usual limit, so that other requests find room. */
  call(name: string, params: unknown, maxPending?: number): Promise<unknown>;
  /** Settles the request that the message replies to. Returns false if the message is not a reply. */
  handleReply(message: unknown): boolean;
  /** Rejects all pending requests because the thread has ended. */
  rejectAll(reason: string): void;
  readonly waiting: number;
}

interface RequestEvents {
  /** Called for each request that failed because of a fault of the store. */
  onFault(fault: StoreFault): void;
  onSuccess(): void;
}

const NO_EVENTS: RequestEvents = { onFault: () => undefined, onSuccess: () => undefined };

export function requestClient(
  worker: { postMessage(message: unknown): void },
  defaultMaxPending: number,
  { onFault, onSuccess }: RequestEvents = NO_EVENTS,
): RequestClient {
  const pending = new Map<number, Pending>();
  let last = 0;
  return {
    get waiting() {
      return pending.size;
    },
    call(name, params, maxPending = defaultMaxPending) {
      if (pending.size >= maxPending) {
        return Promise.reject(new Overloaded(`${maxPending} requests are waiting for the thread`));
      }
      last += 1;
      const request: Request = { request: last, name, params };
      return new Promise((resolve, reject) => {
        pending.set(request.request, { resolve, reject });
        worker.postMessage(request);
      });
    },
    handleReply(message) {
      const reply = message as Reply;
      const request = pending.get(reply.reply);
      if (request === undefined) return typeof reply.reply === 'number';
      pending.delete(reply.reply);
      if (reply.error === undefined) {
        onSuccess();
        request.resolve(reply.result);
      } else {
        const { error, fault } = reply.error;
        if (fault !== null) onFault(fault);
        // While the store has a fault, the same request may succeed later.
        request.reject(
          fault === null ? fromThread(new Error(), error) : fromThread(new StoreUnavailable(), error),
        );
      }
      return true;
    },
    rejectAll(reason) {
      for (const { reject } of pending.values()) reject(new Overloaded(reason));
      pending.clear();
    },
  };
}

/** The stack of the other thread says where it failed; the stack of this one says nothing. */
function fromThread(error: Error, stack: string): Error {
  error.message = stack.split('\n', 1)[0]!;
  error.stack = stack;
  return error;
}

export type RequestHandlers = Readonly<Record<string, (params: never) => Promise<unknown>>>;
/** The buffers of a result that are transferred to the calling thread instead of copied. */
export type TransferList = (result: unknown) => ArrayBuffer[];

/**
 * Handles requests in the worker. An error is sent to the caller and does not end the thread. Resolves when the worker is
 * asked to stop, which may happen while it is still starting.
 */
export function serveRequests(
  port: MessagePort,
  handlers: RequestHandlers,
  transferList: TransferList = () => [],
): Promise<void> {
  return new Promise((resolve) => {
    port.on('message', async (message: Request | 'stop') => {
      if (message === 'stop') return resolve();
      const reply: Reply = { reply: message.request };
      try {
        reply.result = await handlers[message.name]!(message.params as never);
      } catch (error) {
        reply.error = workerError(error);
      }
      port.postMessage(reply, transferList(reply.result));
    });
  });
}

// An error in a form that can be sent to another thread.

export interface WorkerError {
  /** With the stack, for the log. */
  error: string;
  /** null if the error is not a fault of the store. */
  fault: StoreFault | null;
}

export function workerError(error: unknown): WorkerError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { error: text, fault: storeFaultOf(error) };
}

/** The exports of a worker module. After the message 'stop', the worker ends by closing the port. */
export interface WorkerModule {
  run(port: MessagePort, settings: never): Promise<void>;
}

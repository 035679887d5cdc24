import type { MessagePort } from 'node:worker_threads';

/** The exports of a worker module. After the message 'stop', the worker ends by closing the port. */
export interface WorkerModule {
  run(port: MessagePort, settings: never): Promise<void>;
}

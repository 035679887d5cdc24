import type { MessagePort } from 'node:worker_threads';

/** What a worker's file exports. The worker ends by closing the port, once it was sent 'stop'. */
export interface WorkerModule {
  run(port: MessagePort, settings: never): Promise<void>;
}

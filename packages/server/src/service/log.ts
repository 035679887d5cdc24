// The log of the service: JSON lines. A message that repeats is written at once, and then counted once per minute.

import type { RequestEntry } from '../http/request-log.ts';

const REPORT_MS = 60_000;
/** Messages that differ each time must not fill the memory. */
const MAX_COUNTED = 1000;

export interface LogFields {
  request_id?: string;
}

export interface Log {
  error(error: unknown, fields?: LogFields): void;
  info(message: string): void;
  /** Written as it is, however often it repeats. */
  request(entry: RequestEntry): void;
  /** Writes the counts of the current minute. */
  close(): void;
}

type Level = 'error' | 'info';

interface Repeated {
  level: Level;
  count: number;
  since: number;
}

export function createLog(write: (line: string) => void, clock: () => number = Date.now): Log {
  const counted = new Map<string, Repeated>();
  const line = (level: Level, fields: object) =>
    write(JSON.stringify({ time: new Date(clock()).toISOString(), level, ...fields }));
  const report = () => {
    for (const [message, { level, count, since }] of counted) {
      if (count > 0) {
        line(level, { message, repeated: count, seconds: Math.round((clock() - since) / 1000) });
        counted.set(message, { level, count: 0, since: clock() });
      } else counted.delete(message);
    }
  };
  const entry = (level: Level, message: string, fields: object) => {
    const known = counted.get(message);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    if (counted.size < MAX_COUNTED) counted.set(message, { level, count: 0, since: clock() });
    line(level, { message, ...fields });
  };
  const timer = setInterval(report, REPORT_MS).unref();
  return {
    error(error, fields = {}) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const [message = ''] = stack.split('\n', 1);
      entry('error', message, stack === message ? fields : { ...fields, stack });
    },
    info: (message) => entry('info', message, {}),
    request: (fields) => line('info', fields),
    close() {
      clearInterval(timer);
      report();
    },
  };
}

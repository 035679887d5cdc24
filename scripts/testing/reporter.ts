// Reports tests to the process that started this one, as a reporter of Node's test runner.

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { FromProcess } from './messages.ts';

/** The names of the tests that have begun and not ended, from the file inwards. */
const open: string[] = [];

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const message = messageOf(event);
    if (message !== null) process.send!(message);
  }
  // The runner takes what is printed from a generator; this one prints nothing.
  yield '';
}

function messageOf(event: TestEvent): FromProcess | null {
  switch (event.type) {
    case 'test:start': {
      open.length = event.data.nesting;
      open.push(event.data.name);
      return null;
    }
    case 'test:pass':
    case 'test:fail': {
      const { name, nesting, skip, todo, details } = event.data;
      const failed = event.type === 'test:fail' && todo === undefined;
      return {
        kind: 'ended',
        names: [...open.slice(0, nesting), name],
        outcome: failed ? 'failed' : skip === undefined ? 'passed' : 'skipped',
        seconds: details.duration_ms / 1000,
        error: failed && 'error' in details ? textOf(details.error) : null,
      };
    }
    case 'test:diagnostic':
      return { kind: 'diagnostic', text: event.data.message };
    default:
      return null;
  }
}

/** Null for a test that failed only because a test in it did, which has been reported. */
function textOf(error: Error & { failureType?: string }): string | null {
  return error.failureType === 'subtestsFailed' ? null : inspect(error.cause ?? error, { depth: 8 });
}

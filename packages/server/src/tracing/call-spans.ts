// A span for each call from the serving thread to another one, below the span of the request that made it.

import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Tracing } from './tracing.ts';

type Call = (...args: never[]) => Promise<unknown>;

type Describe = (first: unknown) => Attributes;

const ofRead: Describe = (id) => ({ 'rf.operation': String(id) });
const ofAct: Describe = (request) => ({ 'rf.act': (request as { act: string }).act });

type TracedCall = readonly [thread: string, call: string, describe?: Describe];

/** By the client of each thread and its functions: the name of the thread, and the message that the call sends. */
const CALLS = {
  reader: {
    read: ['reading', 'read', ofRead],
    tool: ['reading', 'tool'],
    findNames: ['reading', 'findNames'],
    usage: ['reading', 'usage'],
    events: ['reading', 'events'],
    resolve: ['reading', 'resolve'],
    scoreRequest: ['reading', 'scoreRequest'],
  },
  bookkeeper: {
    save: ['bookkeeping', 'save'],
    receiveScoreRequest: ['bookkeeping', 'scoreRequest'],
  },
  console: {
    identity: ['console', 'identity'],
    identify: ['console', 'identify', ofAct],
    perform: ['console', 'perform', ofAct],
    findReader: ['console', 'reader'],
    openDocument: ['console', 'document'],
    csvPage: ['console', 'csv', ofAct],
    bookReport: ['console', 'bookReport'],
    notePresence: ['console', 'presence'],
  },
  decisions: {
    evaluate: ['decisions', 'evaluate'],
    evaluatePolicy: ['decisions', 'evaluatePolicy'],
    bundle: ['decisions', 'bundle'],
    kept: ['decisions', 'kept'],
  },
  background: { perform: ['background', 'perform', ofAct] },
} as const satisfies Record<string, Record<string, TracedCall>>;

/** The clients of the threads that requests wait for. */
export type TracedThreads = {
  [Client in keyof typeof CALLS]: Record<keyof (typeof CALLS)[Client], Call>;
};

/** Replaces these functions by ones that do the same inside a span. */
export function traceCalls(tracing: Tracing, threads: TracedThreads): void {
  for (const [client, calls] of Object.entries<Record<string, TracedCall>>(CALLS)) {
    const functions: Record<string, Call> = threads[client as keyof TracedThreads];
    for (const [name, [thread, call, describe]] of Object.entries(calls))
      functions[name] = inSpan(tracing, thread, call, functions[name]!, describe);
  }
}

/** Calls that no request made, such as those of a timer, have no span. */
function inSpan(
  { tracer, contexts }: Tracing,
  thread: string,
  name: string,
  call: Call,
  describe: Describe = () => ({}),
): Call {
  return async (...args) => {
    const context = contexts.active();
    if (trace.getSpan(context) === undefined) return call(...args);
    const span = tracer.startSpan(
      `${thread} ${name}`,
      { kind: SpanKind.INTERNAL, attributes: { 'rf.thread': thread, ...describe(args[0]) } },
      context,
    );
    try {
      return await call(...args);
    } catch (error) {
      span.setAttribute('error.type', (error as Error).name);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
}

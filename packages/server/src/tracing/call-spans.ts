// A span for each call from the serving thread to another one, below the span of the request that made it.

import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Tracing } from './tracing.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** The functions of the application that call other threads. */
export interface ThreadCalls {
  readUsage: Call;
  readEvents: Call;
  readScoreRequest: Call;
  saveUsage: Call;
  receiveScoreRequest: Call;
  identity: Call;
  identify: Call;
  performAct: Call;
  findReader: Call;
  openDocument: Call;
  csvPage: Call;
  notePresence: Call;
}

type Describe = (first: unknown) => Attributes;

const ofAct: Describe = (request) => ({ 'rf.act': (request as { act: string }).act });

const CALLS: Readonly<Record<keyof ThreadCalls, [thread: string, call: string, describe?: Describe]>> = {
  readUsage: ['reading', 'usage'],
  readEvents: ['reading', 'events'],
  readScoreRequest: ['reading', 'scoreRequest'],
  saveUsage: ['bookkeeping', 'save'],
  receiveScoreRequest: ['bookkeeping', 'scoreRequest'],
  identity: ['identity', 'handle'],
  identify: ['console', 'identify', ofAct],
  performAct: ['console', 'perform', ofAct],
  findReader: ['console', 'reader'],
  openDocument: ['console', 'document'],
  csvPage: ['console', 'csv', ofAct],
  notePresence: ['console', 'presence'],
};

/** Replaces these functions by ones that do the same inside a span. */
export function traceCalls<D extends ThreadCalls & { reader: { read: Call; tool: Call } }>(
  tracing: Tracing,
  dependencies: D,
): void {
  for (const [name, [thread, call, describe]] of Object.entries(CALLS)) {
    const key = name as keyof ThreadCalls;
    const traced = inSpan(tracing, thread, call, dependencies[key] as Call, describe);
    Object.assign(dependencies, { [key]: traced });
  }
  const { reader } = dependencies;
  dependencies.reader = {
    ...reader,
    read: inSpan(tracing, 'reading', 'read', reader.read, (id) => ({ 'rf.operation': String(id) })),
    tool: inSpan(tracing, 'reading', 'tool', reader.tool),
  };
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

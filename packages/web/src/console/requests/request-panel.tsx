// One refused or failed call: what happened, and what to do about it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { PROBLEMS, type ProblemKind } from '@rf-indicators/contract/problems';
import { operationName, operationPath } from '../../api/catalogue.ts';
import { Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count, plural } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';

export type FailedCall = AnswerOf<'failed_calls.list'>['data'][number];

/** Whether the entry stands for calls that were only counted. */
export function isCounted({ request_id }: FailedCall): boolean {
  return request_id === null;
}

/** Undefined for a code that this version of the page does not know. */
function problemOf(code: string | null): ProblemKind | undefined {
  return code !== null && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS] : undefined;
}

export function problemTitle({ code, status }: FailedCall): string {
  const known = problemOf(code)?.title;
  if (known !== undefined) return known;
  // Refusals in the format of the Model Context Protocol have no code.
  return code ?? (status !== null && status >= 500 ? 'Failed' : 'Refused in the agent protocol');
}

export function RequestPanel({ call, onClose }: { call: FailedCall; onClose: () => void }) {
  const { at, key_name } = call;
  return (
    <Panel
      title={isCounted(call) ? plural(call.calls, 'more call') : problemTitle(call)}
      facts={
        <>
          {key_name} · <Instant at={at} />
        </>
      }
      onClose={onClose}
    >
      {isCounted(call) ? <Counted call={call} /> : <WhatToDo call={call} />}
      <Section title="Call">
        <Facts facts={factsOf(call)} />
      </Section>
    </Panel>
  );
}

function Counted({ call: { calls } }: { call: FailedCall }) {
  return (
    <Section title="Only counted">
      <p className="plain">
        Of a key, 10 calls per minute and status are kept one by one. {count(calls)} further ones in this
        minute were only counted: the calls listed around them say why.
      </p>
    </Section>
  );
}

function WhatToDo({ call: { code, operation } }: { call: FailedCall }) {
  const problem = problemOf(code);
  if (problem !== undefined)
    return (
      <Section title="What to do" aside={<a href={`/docs/errors#${code}`}>In the documentation</a>}>
        <p className="plain">{problem.remedy}</p>
        <p className="plain">What the caller was told: {problem.detail}</p>
      </Section>
    );
  return (
    <Section title="What to do" aside={<a href="/docs/errors">All problem codes</a>}>
      <p className="plain">
        {operation === 'callAgentTool'
          ? 'The answer had the form of the Model Context Protocol, which has no problem code. The agent program has its message.'
          : 'This page does not know the code. The documentation of the service lists all codes.'}
      </p>
    </Section>
  );
}

function factsOf(call: FailedCall) {
  const { key_name, key_prefix, operation, status, code, request_id } = call;
  const path = operation === null ? undefined : operationPath(operation);
  return {
    Key: (
      <>
        {key_name} <span className="mono muted">{key_prefix}</span>
      </>
    ),
    ...(operation === null ? {} : { Operation: operationName(operation) }),
    ...(path === undefined ? {} : { Path: <span className="mono">{path}</span> }),
    ...(status === null ? {} : { Status: String(status) }),
    ...(code === null ? {} : { Code: <span className="mono">{code}</span> }),
    ...(request_id === null
      ? {}
      : {
          'Request id': (
            <>
              <span className="mono">{request_id}</span> <Copy text={request_id} what="the request id" />
            </>
          ),
        }),
  };
}

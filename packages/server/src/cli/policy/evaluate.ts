// rf policy evaluate: asks the service for decisions, checks the answer in full, and says with its exit code what to do.

import { randomBytes } from 'node:crypto';
import type { Problem } from '@rf-indicators/contract';
import {
  decisionsProblem,
  type EvaluationRequest,
  POLICY_DECISIONS,
  type SignedDecisions,
} from '@rf-indicators/engine';
import { Command, Option } from 'commander';
import { connectionFault } from '../remote/connection-faults.ts';
import { errorOf } from '../remote/problems.ts';
import { type Server, serverOf } from '../remote/server.ts';
import { ServerError } from '../remote/server-error.ts';
import { EXIT, type Finish, type Terminal, UsageError } from '../terminal.ts';
import { readVerifierKey } from '../verify/files.ts';
import { collect } from '../verify/witnesses.ts';

const ANSWER_MS = 10_000;
const EXITS = { ALLOW: EXIT.ok, REVIEW: EXIT.review, BLOCK: EXIT.block };

export function evaluateCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('evaluate')
    .description('Decide on providers by a policy of the workspace.')
    .argument('<policy>', 'the name of a policy, or the digest of a version')
    .argument('<provider...>', 'the ids of providers; an id that is not known is BLOCK')
    .addOption(
      new Option('--exposure <exposure>', 'whether it is taken or exists already')
        .choices(['new', 'existing'])
        .default('new'),
    )
    .option('--reference <text>', 'a text of your own, such as the number of an order')
    .option('--at <instant>', 'decide for this instant, only to try: it never ends with 0')
    .option(
      '--pin <key>',
      'the verifier key of the service, or a file with it (default: RF_VERIFIER_KEY)',
      collect,
    )
    .option('--key <key>', 'an API key (default: RF_API_KEY, which no list of processes shows)')
    .option('--json', 'print what the service signed as JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 ALLOW, 3 REVIEW, 4 BLOCK, for several providers the strictest. Every other code is a failure: there is no\ndecision, and nothing is allowed. With --at, a decision ends with 1 instead of 0.',
    )
    .action(async (policy: string, providers: string[], options) => {
      const { exposure, reference = null, at = null } = options;
      const pinned: string[] = options.pin ?? [terminal.env.RF_VERIFIER_KEY?.trim()].filter(Boolean);
      if (pinned.length === 0)
        throw new UsageError('Give the key of the service with --pin, or set RF_VERIFIER_KEY.');
      const keys = await Promise.all(pinned.map((key) => readVerifierKey(key, terminal)));
      const nonce = randomBytes(16).toString('hex');
      const request: EvaluationRequest = {
        policy,
        providers: [...new Set(providers)],
        nonce,
        exposure,
        reference,
        at,
      };
      const signed = await ask(terminal, options.key, request);
      const wrong = await decisionsProblem(signed, request, keys);
      if (wrong !== null)
        throw new ServerError(EXIT.no, `The answer cannot be trusted: ${wrong}. Nothing was decided.`);
      const decisions = request.providers.map((provider) => decisionOn(provider, signed));
      const strictest = POLICY_DECISIONS.findLast((one) =>
        decisions.some(({ decision }) => decision === one),
      )!;
      if (options.json) terminal.out(JSON.stringify(signed, null, 2));
      else {
        for (const { provider, decision, sentence } of decisions)
          terminal.out(`${decision.padEnd(6)}  ${provider}  ${sentence}`);
        const { hypothetical, valid_until, decision_id } = signed.document;
        terminal.out(
          hypothetical
            ? `Hypothetical, for ${signed.document.at}.`
            : `Valid until ${valid_until} (${decision_id}).`,
        );
      }
      const isTrial = signed.document.hypothetical && strictest === 'ALLOW';
      finish(isTrial ? EXIT.no : EXITS[strictest]);
    });
}

/** What is absent, twice there or another word must not pass for a yes. */
function decisionOn(provider: string, { document }: SignedDecisions) {
  const found = document.providers.filter((one) => one.provider === provider);
  const decision = POLICY_DECISIONS.find((name) => name === found[0]?.decision);
  if (found.length === 1 && decision !== undefined)
    return { provider, decision, sentence: found[0]!.sentence };
  return { provider, decision: 'BLOCK' as const, sentence: 'The answer has no decision on it.' };
}

async function ask(
  terminal: Terminal,
  key: string | undefined,
  { reference, at, ...request }: EvaluationRequest,
): Promise<SignedDecisions> {
  const server = serverOf(terminal);
  if (server === null)
    throw new UsageError('Say which service: set RF_URL, or write --url https://indicators.example.');
  const given = (key || terminal.env.RF_API_KEY)?.trim();
  if (!given) throw new UsageError('An API key is needed: set RF_API_KEY, or give --key.');
  const body = { ...request, ...(reference !== null && { reference }), ...(at !== null && { at }) };
  const { status, text } = await send(server, given, JSON.stringify(body), request.nonce);
  const answer = objectIn(text);
  if (status === 200 && answer !== null) return answer as unknown as SignedDecisions;
  if (typeof answer?.code !== 'string')
    throw new ServerError(
      EXIT.usage,
      `${server.href} does not answer as an RF Risk Indicators service does.`,
    );
  const { code, detail } = answer as unknown as Problem;
  if ([401, 403, 404].includes(status)) throw new ServerError(EXIT.no, `${detail} (${code})`);
  throw errorOf(answer as unknown as Problem, server);
}

async function send(
  server: Server,
  key: string,
  body: string,
  idempotencyKey: string,
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`${server.href}/api/v1/evaluate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'user-agent': 'rf',
        'x-api-key': key,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw connectionFault(error, server, true).error;
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

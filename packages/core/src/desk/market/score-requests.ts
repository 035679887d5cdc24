// Receives requests from the public to score a provider.

import { digestOf, PLANNER_TYPES } from '@rf-indicators/engine';
import { SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { answerBefore, IDEMPOTENT_MS, rememberAnswer } from '../../context/idempotent-answers.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { instantText } from '../../context/times.ts';
import { fold } from '../../store/fold.ts';
import { type RowReader, required, rowReader } from '../import/row-reader.ts';
import { refuse } from '../import/rows.ts';
import { readHttpsAddress } from '../providers/https-address.ts';

/** Keeps the idempotency keys of score requests apart from those of other requests. */
const SCOPE = 'score-request';
const LONGEST_NAME = 120;
const LONGEST_EMAIL = 254;
const LONGEST_MESSAGE = 2000;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface ReceivedRequest {
  request_id: string;
  status: 'received';
  received_at: string;
}

/** Records a request. If it is repeated with the same idempotency key, the first answer is returned. A key belongs to one client. */
export async function receiveScoreRequest(
  context: Context,
  body: unknown,
  idempotencyKey: string | null = null,
): Promise<ReceivedRequest> {
  const fields = readRequest(body);
  const digest = await digestOf(fields);
  return context.store.transaction(async (writes) => {
    const received_at = context.clock();
    if (idempotencyKey !== null) {
      const before = await answerBefore(writes, SCOPE, idempotencyKey, received_at - IDEMPOTENT_MS);
      if (before?.body_digest === digest) return JSON.parse(before.answer) as ReceivedRequest;
      if (before !== undefined) {
        throw new Refusal(
          'conflict',
          'This Idempotency-Key was used with a different request in the last 24 hours.',
        );
      }
    }
    const id = context.newId();
    const undecided = { decided_at: null, decided_by: null, provider_id: null, expected_on: null };
    const name_key = fold(fields.provider_name);
    await writes
      .insertInto('score_requests')
      .values({ id, ...fields, name_key, status: 'received', received_at, ...undecided })
      .execute();
    // Audit records are never deleted, so they contain nothing about the person who sent the request.
    const { provider_name } = fields;
    await recordAct(context, writes, SERVICE, 'score_request.receive', id, null, {
      status: 'received',
      provider_name,
    });
    const receipt: ReceivedRequest = {
      request_id: id,
      status: 'received',
      received_at: instantText(received_at),
    };
    if (idempotencyKey !== null) {
      await rememberAnswer(writes, SCOPE, idempotencyKey, digest, JSON.stringify(receipt), received_at);
    }
    return receipt;
  });
}

function readRequest(body: unknown) {
  const problems: RefusalDetail[] = [];
  const row = rowReader({ place: '', value: body }, problems);
  const fields = {
    provider_name: required(row, 'provider_name', row.text('provider_name', LONGEST_NAME)) ?? '',
    provider_url: readHttpsAddress(row, 'provider_url'),
    planner_type: readPlannerType(row),
    contact_email: readEmail(row),
    message: row.lines('message', LONGEST_MESSAGE),
  };
  row.finish();
  refuse(problems, 'The request is not valid');
  return fields;
}

function readPlannerType(row: RowReader): string | null {
  const given = row.text('planner_type');
  if (given === null || PLANNER_TYPES.some((type) => type === given)) return given;
  row.addProblem('planner_type', 'unknown_planner_type', `is not one of ${PLANNER_TYPES.join(', ')}`);
  return null;
}

function readEmail(row: RowReader): string | null {
  const given = row.text('contact_email', LONGEST_EMAIL);
  if (given === null || EMAIL.test(given)) return given;
  row.addProblem('contact_email', 'not_email', 'is not a valid email address');
  return null;
}

// The operations that are not reads of published data: usage, events, names, kept decisions, bundles, score requests and agent tools,
// by the functions that their threads call.

import assert from 'node:assert/strict';
import { findAccess } from '@rf-indicators/core/accounts/access-table';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { Bundles } from '@rf-indicators/core/decisions/bundles';
import { readKept } from '@rf-indicators/core/decisions/kept';
import { Snapshots } from '@rf-indicators/core/decisions/snapshots';
import { readScoreRequestOutcome } from '@rf-indicators/core/desk/market/score-request-records';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { answerTool, type ReadingToolName } from '../../src/agent/answer-tool.ts';
import { TOOLS } from '../../src/agent/tools.ts';
import { cursorAfterEvent } from '../../src/api/events.ts';
import { readDecisionsExport } from '../../src/api/spreadsheets/decisions.ts';
import { readEvents } from '../../src/rendering/events/event-list.ts';
import { resolveNames } from '../../src/rendering/names/resolve-names.ts';
import { readUsage } from '../../src/rendering/usage.ts';
import type { Walker } from './walk.ts';

export async function askHandled({ services, reading, member, samples, during }: Walker): Promise<void> {
  const { db } = reading;
  const { context, masterKey, policy } = services;
  const workspaceId = member.workspace.id;
  const { id: keyId, key_hash } = await db
    .selectFrom('api_keys')
    .select(['id', 'key_hash'])
    .where('name', '=', String(samples.key))
    .executeTakeFirstOrThrow();
  assert.ok(await during('a key', () => findAccess(db, key_hash)));
  const used = { keyId, from: 0, to: context.clock(), limit: 10, skip: 0 };
  await during('getUsage', () => readUsage(db, used));
  const asked = { workspaceId, isEntitled: true, after: 0, types: ['score.changed'], limit: 10 } as const;
  const eventList = { disclosure: reading.disclosure, cursorAfter: cursorAfterEvent };
  await during('listEvents', () => readEvents(db, asked, eventList));
  await during('resolve', () => resolveNames(reading, ['Brindlewick Vaults', 'HWUPKR0MPOU8FGXBT394']));

  const decisionId = String(samples['policies.decision decision_id']);
  assert.ok(await during('getDecisions', () => readKept(db, workspaceId, decisionId)));
  for (const format of ['csv', 'xlsx'] as const)
    await during('exportDecisions', () =>
      readDecisionsExport(reading, { workspaceId, format, parameters: {} }),
    );
  const signer = () => currentSigner(db, masterKey());
  const bundles = new Bundles({
    ...{ ...context, signer, room: 1_000_000 },
    ...{ snapshots: new Snapshots(db, policy), bookProviders: bookProviders(db, masterKey) },
  });
  assert.ok(await during('getPolicyBundle', () => bundles.read(workspaceId, 'lender')));

  const wanted = { provider_name: 'Somebody' };
  const { request_id: id } = await during('requestScore', () =>
    receiveScoreRequest(context, wanted, 'a key'),
  );
  await during('requestScore', () => receiveScoreRequest(context, wanted, 'a key'));
  assert.ok(await during('getScoreRequest', () => readScoreRequestOutcome(db, id)));

  for (const { name, example } of Object.values(TOOLS)) {
    // It decides as `evaluate` does.
    if (name === 'evaluate_policy') continue;
    const tool = name as ReadingToolName;
    const inputs =
      tool === 'search_providers' ? [example, { query: 'vaults' }, { query: 'xyzzy' }] : [example];
    for (const input of inputs)
      assert.ok(
        'body' in (await during(tool, () => answerTool(reading, { tool, input, form: 'result' }))),
        tool,
      );
  }
}

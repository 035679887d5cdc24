// Bindings of the acts about evidence and inputs.

import type { Methodology } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import { listDue } from '../desk/due/due.ts';
import { entryProblems } from '../desk/inputs/check-rows.ts';
import { decide } from '../desk/inputs/decisions.ts';
import type { Effect } from '../desk/inputs/effects.ts';
import type { GivenEvidence } from '../desk/inputs/evidence.ts';
import { defineInput } from '../desk/inputs/input-definition.ts';
import { openChoices } from '../desk/inputs/open-choices.ts';
import { countOpen } from '../desk/inputs/open-count.ts';
import type { ToDecide } from '../desk/inputs/open-proposals.ts';
import { decidePending, takeBack } from '../desk/inputs/pending-decisions.ts';
import { unweighed, weighProposals } from '../desk/inputs/proposal-effects.ts';
import { listProposals, PROPOSAL_ORDER, requireProposal } from '../desk/inputs/proposals.ts';
import { type Proposed, proposeInputs, renewUnchanged } from '../desk/inputs/propose.ts';
import { answerQuestion, askProposer } from '../desk/inputs/questions.ts';
import { requireEvidence } from '../desk/inputs/vault.ts';
import type { Verdict } from '../desk/inputs/write-decisions.ts';
import { effectiveMethodology, findEffectiveMethodology } from '../desk/methodology/signed.ts';
import { listProviders } from '../desk/providers/providers.ts';
import type { ActsAbout, Binding, Bindings } from './binding.ts';
import { refreshBoard } from './due.ts';
import { placedRows, withDocument, withDocuments } from './rows.ts';
import type { ActServices } from './services.ts';

export const inputBindings: Bindings<ActsAbout<'inputs'>> = {
  'inputs.list': async ({ context }, reader, { plain = false, limit, cursor, ...filter }) => {
    const { data, next_cursor } = await PROPOSAL_ORDER.page({ limit, cursor }, (portion) =>
      listProposals(context.store.db, filter, reader?.id ?? null, portion),
    );
    return { data: plain ? data.map(unweighed) : await weighProposals(context, data), next_cursor };
  },
  'inputs.count': ({ context }, reader) => countOpen(context.store.db, reader?.id ?? null),
  'inputs.choices': ({ context }) => openChoices(context.store.db),
  'inputs.show': async ({ context }, reader, { proposal: id }) => {
    const { db } = context.store;
    const readerId = reader?.id ?? null;
    const [proposal] = await weighProposals(context, [await requireProposal(db, id, readerId)]);
    const effective = await findEffectiveMethodology(db, context.clock());
    const evidenceId = proposal!.current?.evidence_id ?? null;
    return {
      proposal: proposal!,
      definition: effective && defineInput(effective.methodology, proposal!.input),
      current_evidence: evidenceId === null ? null : await requireEvidence(db, evidenceId, readerId),
      cap_rules: effective === null ? [] : capRules(effective.methodology, proposal!.effect),
    };
  },
  'inputs.due': async (services, _, wanted) => {
    const outdated = await refreshBoard(services);
    return { ...(await listDue(services.context, wanted)), outdated };
  },
  'inputs.propose': async (services, actor, { rows, documents, draft = null }) => {
    const read = withDocuments(placedRows(rows), documents);
    const { context } = services;
    return onTheWire(await proposeInputs(context, actor, await methodologyNow(services), read, draft));
  },
  'inputs.check': async (services, _, { rows }) => ({
    problems: await entryProblems(services.context, await methodologyNow(services), placedRows(rows)),
  }),
  'inputs.renew': async (services, actor, { input, providers, evidence, documents, ...reasons }) => {
    const { context } = services;
    const renewal = {
      input,
      providers: providers ?? (await listProviders(context.store.db)).map(({ slug }) => slug),
      evidence: withDocument(documents)(evidence) as GivenEvidence | string,
      ...reasons,
    };
    return onTheWire(await renewUnchanged(context, actor, await methodologyNow(services), renewal));
  },
  'inputs.approve': deciding('approved'),
  'inputs.reject': deciding('rejected'),
  // Decisions whose time has come are put in force first.
  'inputs.decide': ({ context }, actor, input) => decidePending(context, actor, input),
  'inputs.take_back': async ({ context }, actor, { proposals }) => ({
    taken_back: await takeBack(context, actor, proposals),
  }),
  'inputs.ask': async ({ context }, actor, { proposal, question }) => {
    await askProposer(context, actor, proposal, question);
    return { asked: true };
  },
  'inputs.answer': async ({ context }, actor, { proposal, answer }) => {
    await answerQuestion(context, actor, proposal, answer);
    return { answered: true };
  },
};

async function methodologyNow({ context }: ActServices) {
  return (await effectiveMethodology(context.store.db, context.clock())).methodology;
}

function capRules({ rules }: Methodology, effect: Effect | null) {
  const named = new Set(Object.values(effect?.caps ?? {}).flat());
  return rules.filter(({ id }) => named.has(id)).map(({ id, name }) => ({ id, name }));
}

function onTheWire({ batchId, proposalIds, checked, skipped }: Proposed) {
  return { batch_id: batchId, proposal_ids: proposalIds, checked, skipped };
}

function deciding(verdict: Verdict): Binding<'inputs.approve'> {
  return async (
    { context },
    actor,
    { proposals, batch, reason = null, confirmation = null, unopened = false },
  ) => {
    const options = { reason, confirmation, unopened, compare: true };
    return { decided: await decide(context, actor, toDecide(proposals, batch), verdict, options) };
  };
}

function toDecide(proposalIds: readonly string[] = [], batchId: string | undefined): ToDecide {
  if (batchId === undefined && proposalIds.length > 0) return { proposalIds };
  if (batchId !== undefined && proposalIds.length === 0) return { batchId };
  throw new Refusal('validation_failed', 'Name either proposals or a batch.');
}

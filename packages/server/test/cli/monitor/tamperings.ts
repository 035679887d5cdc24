// Every way of rewriting that was tried on the monitor, with the alarm that it must raise.

import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import type { AlarmCode } from '../../../src/cli/monitor/alarm.ts';
import { keyNumber, type ModelLog } from './model-log.ts';

export interface Tampering {
  /** As docs/use/monitoring.md names it. */
  name: string;
  alarm: AlarmCode;
  act: (log: ModelLog) => Promise<unknown>;
}

const newest = (log: ModelLog, provider: string) => log.rows.get(provider)!.verification_id;

/** Replaces an entry and signs everything again, as the holder of the key can. */
async function rewrite(log: ModelLog, index: number, changes: Record<string, JsonValue>): Promise<void> {
  log.leaves[index] = canonicalJson({ ...JSON.parse(log.leaves[index]!), ...changes });
  await log.sign();
}

/** Changes the answer to a request that the monitor makes. */
async function changeJson(log: ModelLog, path: string, change: (body: Answer) => void): Promise<void> {
  const body = JSON.parse(String(await log.answer(path)));
  change(body);
  log.instead.set(path, JSON.stringify(body));
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is changed without regard to its form.
type Answer = any;

const changeProof = (log: ModelLog, change: (proof: Answer) => void) =>
  changeJson(log, `/api/public/verify/${newest(log, 'acorn')}`, change);

const explained = (log: ModelLog) => log.changelog.find(({ rationale }) => rationale !== null)!;

const CHANGELOG = '/api/public/changelog?limit=200';

export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'an old score is rewritten, everything is signed again, and the log grows',
    alarm: 'fork',
    act: async (log) => {
      await rewrite(log, 0, { final_score: '99.00' });
      await log.publish('elm', '50.00');
    },
  },
  {
    name: 'an old score is rewritten and everything is signed again, at the same size',
    alarm: 'fork',
    act: (log) => rewrite(log, 0, { final_score: '99.00' }),
  },
  {
    name: 'an older checkpoint is served',
    alarm: 'rollback',
    act: async (log) => {
      log.note = await log.noteOf(log.leaves.length - 1);
    },
  },
  {
    name: 'the last entries are cut off and the rest is signed again',
    alarm: 'rollback',
    act: async (log) => {
      log.leaves.length -= 3;
      await log.sign();
    },
  },
  {
    name: 'the log is emptied',
    alarm: 'rollback',
    act: async (log) => log.instead.set('/log/checkpoint', null),
  },
  {
    name: 'a statement is served with another score',
    alarm: 'statement_changed',
    act: (log) =>
      changeJson(log, `/api/public/verify/${newest(log, 'acorn')}`, (body) => {
        body.statement.final_score = '99.00';
      }),
  },
  {
    name: 'a statement is served with a signature by another key',
    alarm: 'statement_changed',
    act: async (log) => {
      log.statements.get(newest(log, 'acorn'))!.signature.value = Buffer.alloc(64).toString('base64');
    },
  },
  {
    name: 'a statement is no longer served',
    alarm: 'statement_missing',
    act: async (log) => log.statements.delete(newest(log, 'acorn')),
  },
  {
    name: 'the proof of a statement is for another tree',
    alarm: 'proof_invalid',
    act: async (log) => {
      const id = newest(log, 'acorn');
      const genuine = log.leaves[0]!;
      await rewrite(log, 0, { final_score: '1.00' });
      const forged = await log.proofOf(id);
      log.leaves[0] = genuine;
      await log.sign();
      log.instead.set(`/api/public/verify/${id}`, JSON.stringify(forged));
    },
  },
  {
    name: 'an old entry is served otherwise than it was',
    alarm: 'leaf_changed',
    act: async (log) => {
      const path = `/log/tile/entries/000.p/${log.leaves.length}`;
      const bundle = (await log.answer(path)) as Buffer;
      log.instead.set(path, Buffer.from(bundle.toString('latin1').replace('"76.98"', '"96.98"'), 'latin1'));
    },
  },
  {
    name: 'an entry is not an object of a known form',
    alarm: 'leaf_malformed',
    act: async (log) => {
      log.leaves.push('{"not": "canonical"}');
      await log.sign();
    },
  },
  {
    name: 'the tiles are those of another tree',
    alarm: 'tiles_differ',
    act: async (log) => {
      const path = `/log/tile/0/000.p/${log.leaves.length}`;
      const tile = Buffer.from((await log.answer(path)) as Buffer);
      tile[5]! ^= 1;
      log.instead.set(path, tile);
    },
  },
  {
    name: 'a checkpoint covers more entries than there are',
    alarm: 'leaf_missing',
    act: async (log) => {
      log.leaves.push('{}', '{}');
      await log.sign();
      log.leaves.length -= 2;
    },
  },
  {
    name: 'a withdrawal of an indicator that was never published',
    alarm: 'leaf_missing',
    act: async (log) => {
      log.add({
        leaf: 'withdrawal',
        version: 1,
        at: log.at(),
        provider_id: 'x',
        verification_id: 'RF-0',
        reason: '',
      });
      await log.sign();
    },
  },
  {
    name: 'the checkpoint is not a note',
    alarm: 'checkpoint_malformed',
    act: async (log) => log.instead.set('/log/checkpoint', 'none\n'),
  },
  {
    name: 'the checkpoint has another origin',
    alarm: 'origin_changed',
    act: async (log) => log.sign([log.signer], 'other.example/log'),
  },
  {
    name: 'the checkpoint is signed with a foreign key of the same name',
    alarm: 'signature',
    act: async (log) => log.sign([await keyNumber(66)]),
  },
  {
    name: 'the checkpoint is signed with a key that was rotated away',
    alarm: 'signature',
    act: async (log) => {
      await log.publish('elm', '50.00');
      await log.sign([log.keys[0]!]);
    },
  },
  {
    name: 'a rotation that the old key did not sign',
    alarm: 'rotation_unsigned',
    act: async (log) => {
      const next = await keyNumber(66);
      await log.rotate(next, { signers: [next, next] });
    },
  },
  {
    name: 'a rotation from a key that was not current',
    alarm: 'rotation_broken',
    act: async (log) => log.rotate(await keyNumber(66), { old: await keyNumber(67) }),
  },
  {
    name: 'a rotation back to an earlier key',
    alarm: 'rotated_back',
    act: async (log) => log.rotate(log.keys[0]!),
  },
  {
    name: 'a key is replaced in the published list',
    alarm: 'keys_differ',
    act: (log) =>
      changeJson(log, '/api/public/keys', (body) => {
        body.data[0].public_key = body.data[1].public_key;
      }),
  },
  {
    name: 'a second statement for one verification id',
    alarm: 'statement_duplicate',
    act: async (log) => {
      const { statement } = log.statements.get(newest(log, 'acorn'))!;
      log.add({ ...statement, final_score: '99.00' });
      await log.sign();
    },
  },
  {
    name: 'a confirmation is served with another list',
    alarm: 'confirmation_changed',
    act: (log) =>
      changeJson(log, '/api/public/confirmations/00000000-0000-7000-8000-000000000001', (body) => {
        body.data.verification_ids.pop();
      }),
  },
  {
    name: 'a list is changed',
    alarm: 'list_changed',
    act: async (log) => {
      const [index, body] = [...log.lists].at(-1)!;
      log.lists.set(index, body.replace('2026-05', '2026-04'));
    },
  },
  {
    name: 'a list is removed',
    alarm: 'list_missing',
    act: async (log) => log.lists.delete([...log.lists.keys()][0]!),
  },
  {
    name: 'the count of internal records falls',
    alarm: 'records_fell',
    act: async (log) => {
      log.records = 0;
      await log.addRecords();
    },
  },
  {
    name: 'a stale mark is left out',
    alarm: 'sequence_gap',
    act: async (log) => {
      log.marks += 1;
      await log.markStale('birch', true);
    },
  },
  {
    name: 'the list of scores shows another score than the statement',
    alarm: 'score_changed',
    act: async (log) => {
      log.rows.get('acorn')!.final_score = 99;
    },
  },
  {
    name: 'the list of scores shows an older indicator',
    alarm: 'score_not_current',
    act: async (log) => {
      const [first, { statement }] = [...log.statements][0]!;
      Object.assign(log.rows.get('acorn')!, {
        verification_id: first,
        final_score: Number(statement.final_score),
      });
    },
  },
  {
    name: 'the list of scores shows an indicator that is not in the log',
    alarm: 'score_unlogged',
    act: async (log) => {
      log.rows.get('acorn')!.verification_id = log.statementOf('acorn', '1.00', 'HIGH', null)
        .verification_id!;
    },
  },
  {
    name: 'an indicator disappears without a withdrawal',
    alarm: 'score_removed',
    act: async (log) => log.rows.delete('acorn'),
  },
  {
    name: 'a withdrawn provider is served again',
    alarm: 'withdrawn_served',
    act: async (log) => {
      const [id, { statement }] = [...log.statements].find(
        ([, each]) => each.statement.provider_id === 'cedar',
      )!;
      const score = { final_score: Number(statement.final_score), risk_band: statement.risk_band! };
      log.rows.set('cedar', { id: 'cedar', verification_id: id, stale: false, ...score });
    },
  },
  {
    name: 'a stale mark is removed from the list of scores',
    alarm: 'staleness_differs',
    act: async (log) => {
      log.rows.get('acorn')!.stale = false;
    },
  },
  {
    name: 'an entry is dated in the future, by a clock that was set on',
    alarm: 'dated_ahead',
    act: async (log) => {
      log.now += 365 * 24 * 60 * 60_000;
      await log.addRecords();
    },
  },
  {
    name: 'a provider is served under another name',
    alarm: 'name_differs',
    act: async (log) => {
      log.rows.get('acorn')!.name = 'Acorn Lending (FRAUD)';
    },
  },
  {
    name: 'an entry of the changelog is changed',
    alarm: 'changelog_changed',
    act: async (log) => {
      log.changelog[2] = { ...log.changelog[2]!, reason: 'Another reason.' };
    },
  },
  {
    name: 'an entry of the changelog is removed',
    alarm: 'changelog_removed',
    act: async (log) => log.changelog.splice(2, 1),
  },
  {
    name: 'an entry of the changelog is added without the log',
    alarm: 'changelog_unlogged',
    act: (log) =>
      changeJson(log, CHANGELOG, (body) => {
        body.data.splice(1, 0, { ...body.data[1], id: 'entry-99' });
      }),
  },
  {
    name: 'a change is explained with another rationale',
    alarm: 'rationale_changed',
    act: async (log) => {
      explained(log).rationale = 'The reserves rose.';
    },
  },
  {
    name: 'the rationale of a change is left out',
    alarm: 'rationale_changed',
    act: async (log) => {
      explained(log).rationale = null;
    },
  },
  {
    name: 'the proof of an indicator shows a rationale that is not in the log',
    alarm: 'rationale_changed',
    act: (log) =>
      changeProof(log, (proof) => {
        proof.rationale = 'The reserves rose.';
        const { leaf, ...others } = proof.attachments[0];
        proof.attachments[0] = { leaf: leaf.replace('fell', 'rose'), ...others };
      }),
  },
  {
    name: 'the proof of an indicator leaves its rationale out',
    alarm: 'rationale_changed',
    act: (log) =>
      changeProof(log, (proof) => {
        proof.rationale = null;
        proof.attachments.shift();
      }),
  },
  {
    name: 'the proof of a past indicator shows a rationale that is not in the log',
    alarm: 'rationale_changed',
    act: (log) =>
      changeJson(log, `/api/public/verify/${[...log.statements.keys()][0]}`, (proof) => {
        proof.rationale = 'The reserves rose.';
      }),
  },
  {
    name: 'the proof of an indicator shows older disclosures of the log',
    alarm: 'disclosures_changed',
    act: async (log) => {
      const older = [...log.attached].find(([, { kind }]) => kind === 'disclosures')!;
      const [index, { content }] = older;
      const attachment = { leaf: log.leaves[index], log: await log.proof(index, log.leaves.length) };
      await changeProof(log, (proof) => {
        proof.disclosures = content;
        Object.assign(proof.attachments[1], attachment);
      });
    },
  },
  {
    name: 'a change is listed with disclosures that are not in the log',
    alarm: 'disclosures_changed',
    act: async (log) => {
      log.changelog[0]!.disclosures = { paid_by_provider: false };
    },
  },
  {
    name: 'the list of scores hides a review',
    alarm: 'review_changed',
    act: async (log) => {
      log.rows.get('acorn')!.review = null;
    },
  },
  {
    name: 'the proof of an indicator gives another reason of a review',
    alarm: 'review_changed',
    act: (log) =>
      changeProof(log, (proof) => {
        proof.review.reason = 'A routine.';
      }),
  },
];

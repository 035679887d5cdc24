// Attempts by somebody on the staff who can also write to the database: they approve, edit or replace what is scored, published,
// withdrawn or sealed.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { rowKey } from '@rf-indicators/core/store/records/tracker';
import type { Table } from '@rf-indicators/core/store/schema';
import { acceptMatter, decideDraft } from '../../test/support/deciding.ts';
import { Forger } from '../../test/support/forger.ts';
import { type Attempt, DRAFT } from './attempt.ts';
import type { Desk } from './desk.ts';
import {
  activating,
  documentOf,
  importedFramework,
  keyOf,
  NOTES,
  recording,
  signedFramework,
  signOff,
} from './frameworks.ts';
import { approvedInput, propose, slug } from './others.ts';
import { drafted, firsts, publishing } from './publishing.ts';
import { changed, ownRequest, rowOf, written } from './written-rows.ts';

function computing(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command' | 'by'>): Attempt {
  return {
    title,
    by: 'insider',
    act: ['runs.compute', () => ({ providers: [slug('FX-02')] })],
    command: () => ['run', slug('FX-02')],
    // A run that was refused is on record.
    leaves: DRAFT,
    ...rest,
  };
}

export const FORGED_SCORES: Attempt[] = [
  publishing('Publish first indicators that the draft calls drift, after editing it', firsts, {
    by: 'operator',
    prepare: written(async ({ store }, desk) => {
      await store.db
        .updateTable('run_items')
        .set({ kind: 'drift' })
        .where('run_id', '=', desk.drafts.firsts)
        .execute();
      return undefined;
    }),
    refusal:
      'Nothing was published, because the store was altered: run_items (list …) is not what was recorded: somebody changed it. Run rf verify --all, and restore a backup with rf restore.',
  }),
  {
    title: 'Discard a lower band alone, after editing the draft so that it has none',
    by: 'insider',
    prepare: written(async ({ store }, desk) => {
      await store.db
        .updateTable('run_items')
        .set({ kind: 'drift' })
        .where('run_id', '=', desk.drafts.downgrade)
        .execute();
      return undefined;
    }),
    act: ['runs.discard', (desk) => ({ run: desk.drafts.downgrade, reason: 'No.' })],
    command: (desk) => ['discard', desk.drafts.downgrade, '--reason', 'No.'],
    refusal:
      'Nothing was discarded, because the store was altered: run_items (list …) is not what was recorded: somebody changed it. Run rf verify --all, and restore a backup with rf restore.',
  },
  publishing(
    'Publish a draft that was discarded, after putting the older row back with its older entry',
    drafted,
    {
      by: 'operator',
      prepare: async (desk) => {
        const run = desk.drafts.firsts;
        await decideDraft(desk.context, run);
        const forger = await Forger.at(desk.context.store);
        const genuine = await rowOf(forger, 'runs', { id: run });
        const isOwn = ({ table_name, row_key }: { table_name: string; row_key: string | null }) =>
          table_name === 'runs' && row_key === rowKey('runs', genuine);
        const before = (await forger.entries()).findLast(isOwn)!;
        await desk.perform('reviewer', 'runs.discard', { run, reason: 'It is not right.' });
        await forger.change('runs', genuine, genuine);
        const { db } = desk.context.store;
        const entries = db.updateTable('record_chain').where('table_name', '=', 'runs');
        await entries.set({ salt: null }).where('row_key', '=', before.row_key).execute();
        await entries.set({ salt: before.salt }).where('seq', '=', before.seq).execute();
        return { run };
      },
      isAltered: true,
      skips: ['old token'],
      refusal:
        'runs … is not a record of this program. Nothing was recorded. Run rf verify --all, and restore a backup with rf restore.',
    },
  ),
  {
    title: 'Withdraw an indicator with a request that was inserted in the name of the operator',
    by: 'insider',
    prepare: written(
      async (forger, desk, { own }) => {
        const genuine = await rowOf(forger, 'withdrawal_requests', { id: own });
        await forger.insert('withdrawal_requests', {
          ...genuine,
          ...{ id: 'forged', asked_by: desk.people.operator.actor.id },
        });
        return { request: 'forged' };
      },
      async (desk) => {
        const input = { provider: slug('FX-02'), reason: 'A dispute.' };
        return { own: (await desk.perform('insider', 'withdrawals.request', input)).request_id };
      },
    ),
    otherwise: ['outcome', (desk, { request }) => acceptMatter(desk.context, request!)],
    refusal: 'There is no matter ….',
  },
  activating('Activate a framework without notice, after writing a notice of no days into the database', {
    by: 'insider',
    prepare: written(
      async (forger, desk, { request }) => {
        await forger.insert('desk_rules', {
          ...{
            name: 'activation_notice_days',
            value: '0',
            set_at: desk.context.clock(),
            request_id: request!,
          },
        });
        return undefined;
      },
      async (desk) => ({
        ...(await ownRequest(desk)),
        ...(await signedFramework(desk, documentOf('2.0', '2026-04-05'))),
      }),
    ),
    refusal:
      '… takes effect on …. With the notice period of 14 days, the earliest date is …. Sign a version with a later ' +
      'date, or give an urgent reason, which is published.',
  }),
  computing('Score with a framework that was activated in the database', {
    prepare: written(
      async (forger, desk, { framework }) => {
        const [genuine] = await forger.rowsOf('methodology_activations');
        await forger.insert('methodology_activations', {
          ...genuine!,
          digest: framework!,
          activated_at: desk.context.clock(),
          notes: NOTES,
        });
        return undefined;
      },
      (desk) => signedFramework(desk, documentOf('2.0', '2026-04-02')),
    ),
    refusal:
      'Nothing was scored, because the store was altered: methodology_activations … is not what was recorded: somebody changed, added or removed it. Run rf verify --all, and restore a backup with rf restore.',
  }),
  recording('Sign a framework with a key that was enrolled in the database', {
    by: 'insider',
    prepare: written(async (forger, desk) => {
      const { verifier } = await keyOf(9);
      const at = { enrolled_at: 1, enrolled_by: desk.people.operator.actor.id, retired_at: null };
      const key_id = verifier.split('+').slice(0, 2).join('+');
      await forger.insert('officer_keys', {
        key_id,
        staff_id: desk.people.officer.actor.id,
        public_key: verifier,
        ...at,
      });
      return undefined;
    }, importedFramework),
    signOff: () => signOff(9),
    refusal: 'The sign-off was made with a key that is not enrolled.',
  }),
  computing('Score a value that was edited in the database after its approval', {
    prepare: written(
      changed('proposals', (_, { proposal }) => ({ id: proposal }), { value: '7' }),
      async (desk) => ({
        proposal: await approvedInput(desk, { provider: slug('FX-02') }),
      }),
    ),
    refusal:
      'Nothing was scored, because the store was altered: proposals (list …) is not what was recorded: somebody changed it. Run rf verify --all, and restore a backup with rf restore.',
  }),
  computing("Score one's own value with an approval that was inserted for the reviewer", {
    prepare: written(
      async (forger, desk, { proposal }) => {
        const { insider, reviewer } = desk.people;
        await forger.insert('decisions', {
          ...{ proposal_id: proposal!, proposed_by: insider.actor.id, decision: 'approved', reason: null },
          ...{ decided_by: reviewer.actor.id, decided_at: desk.context.clock() },
        });
        return undefined;
      },
      (desk) => propose(desk, 'insider', { provider: slug('FX-02') }),
    ),
    refusal:
      'Nothing was scored, because the store was altered: decisions … is not a record of this program: somebody added it. Run rf verify --all, and restore a backup with rf restore.',
  }),
  computing('Score without a value that was retracted in the database', {
    prepare: written(
      async (forger, desk, { proposal }) => {
        const by = { retracted_by: desk.people.reviewer.actor.id, retracted_at: desk.context.clock() };
        await forger.insert('retractions', {
          proposal_id: proposal!,
          replaced_by: null,
          reason: 'Mine.',
          ...by,
        });
        return undefined;
      },
      async (desk) => ({ proposal: await approvedInput(desk, { provider: slug('FX-02') }) }),
    ),
    refusal:
      'Nothing was scored, because the store was altered: retractions … is not what was recorded: somebody changed, added or removed it. Run rf verify --all, and restore a backup with rf restore.',
  }),
  {
    title:
      'Make a changed row genuine by an unrelated act: a slug that was edited, and retiring the provider',
    by: 'insider',
    prepare: written(changed('providers', () => ({ slug: slug('FX-09') }), { slug: 'a-fraud' })),
    act: ['providers.retire', () => ({ provider: 'a-fraud' })],
    command: () => ['providers', 'retire', 'a-fraud'],
    isAltered: true,
    skips: ['old token'],
    refusal:
      'providers … is not what was recorded: somebody changed it. Nothing was recorded. Run rf verify --all, and restore a backup with rf restore.',
  },
  {
    title: 'Replace a sealed audit record, with an entry of the record chain for it, and have it sealed',
    by: 'nobody',
    prepare: written(async (forger) => {
      const [row] = await forger.rowsOf('audit');
      const other = await forger.change('audit', row!, { action: 'nothing' });
      await forger.append('audit', rowKey('audit', row!), [other]);
      return undefined;
    }),
    otherwise: ['outcome', seal],
    refusal:
      'Nothing was signed, because the store was altered: … has a wrong MAC: somebody made or changed it without the master key. …',
  },
  {
    title: 'Have rows that were inserted taken as they were found, with a second baseline',
    by: 'nobody',
    prepare: written(async (forger) => {
      await forger.insert('staff', { id: 'eve', name: 'Eve', created_at: 1, retired_at: null });
      await forger.append('baseline' as Table, JSON.stringify([new Date(0).toISOString()]), []);
      return undefined;
    }),
    otherwise: ['outcome', seal],
    refusal:
      'Nothing was signed, because the store was altered: … has a wrong MAC: somebody made or changed it without the master key. …',
  },
];

async function seal({ context, services }: Desk): Promise<void> {
  await sealRecords(context, { masterKey: services.masterKey(), checkpointFile: null });
  throw new Refusal('conflict', 'It was sealed.');
}

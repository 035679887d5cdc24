// The watch rules of one fictional customer, with what they found when they were switched on: one alert that a colleague looks
// after and one that can wait.

import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { listAlerts } from '@rf-indicators/core/watch/alerts';
import { addMail } from '@rf-indicators/core/watch/channels';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import { acknowledgeAlert, snoozeAlert } from '@rf-indicators/core/watch/handling';
import { createRule, switchRule } from '@rf-indicators/core/watch/rules';
import { CUSTOMER } from './customer-history.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

type Wanted = Parameters<typeof createRule>[3];

const RULES: readonly { rule: Wanted; savedBefore: number; isOn: boolean }[] = [
  {
    rule: {
      name: 'Riskier band, stale or withdrawn',
      conditions: [
        { kind: 'band_change', direction: 'riskier' },
        { kind: 'stale' },
        { kind: 'withdrawn' },
        { kind: 'under_review' },
      ],
    },
    savedBefore: 20 * DAY,
    isOn: true,
  },
  {
    rule: { name: 'Below 40', conditions: [{ kind: 'below_score', score: 40 }] },
    savedBefore: 19 * DAY,
    isOn: true,
  },
  {
    rule: {
      name: 'Evidence that lapses',
      conditions: [{ kind: 'evidence_lapses', days: 14 }],
      at_once: false,
    },
    savedBefore: 18 * DAY,
    isOn: true,
  },
  {
    rule: { name: 'Fast fall', conditions: [{ kind: 'fell', points: 5, days: 30 }] },
    savedBefore: 2 * DAY,
    isOn: false,
  },
];

/** The first start writes them; later ones leave what people made of them alone. */
export async function prepareDemoWatch(context: Context, masterKey: MasterKey): Promise<void> {
  const { db } = context.store;
  const workspace = (await findWorkspace(db, CUSTOMER))!;
  const saved = await db
    .selectFrom('watch_rules')
    .select('id')
    .where('workspace_id', '=', workspace.id)
    .limit(1)
    .executeTakeFirst();
  if (saved !== undefined) return;
  const members = (await listMembers(db, workspace.id)).filter(({ removed_at }) => removed_at === null);
  const memberWho = async (wanted: string): Promise<Member> =>
    (await findMember(db, members.find(({ role }) => role === wanted)!.id))!;
  const [admin, officer] = [await memberWho('contract_admin'), await memberWho('risk_officer')];
  const now = context.clock();
  const before = (time: number): Context => ({ ...context, clock: () => now - time });
  const people = [admin.id, officer.id];
  const mail = await addMail(before(21 * DAY), masterKey, admin, { name: 'Risk desk', people });
  for (const { rule, savedBefore, isOn } of RULES) {
    const then = before(savedBefore);
    const { id } = await createRule(then, masterKey, admin, { ...rule, channels: [mail.id] });
    if (isOn) await switchRule(then, masterKey, admin, { rule: id, on: true });
  }
  await evaluateWatches(before(6 * HOUR), masterKey, DEFAULT_POLICY);
  await handleSome(context, masterKey, officer);
}

async function handleSome(context: Context, masterKey: MasterKey, officer: Member): Promise<void> {
  const { data } = await listAlerts(context.store.db, masterKey, officer, { state: 'open', limit: 100 });
  const now = context.clock();
  const earlier: Context = { ...context, clock: () => now - HOUR };
  const first = (kind: string) => data.find((alert) => alert.kind === kind);
  const known = first('below_score');
  if (known !== undefined) {
    const note = 'No new exposure since the review in October; limit stays at zero.';
    await acknowledgeAlert(earlier, masterKey, officer, { alert: known.id, note });
  }
  const waits = first('under_review');
  if (waits !== undefined)
    await snoozeAlert(earlier, masterKey, officer, { alert: waits.id, until: now + 5 * DAY });
}

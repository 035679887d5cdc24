// A world that is hard to show: the demo, with long and Chinese names and many rows in one workspace, and a workspace that
// has nothing yet.

import type { Changelog, PublicScores } from '@rf-indicators/contract';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { addMember, findMember, type Member } from '@rf-indicators/core/accounts/members';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { createWorkspace, findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { addSlack, testChannel } from '@rf-indicators/core/watch/channels';
import { createRule } from '@rf-indicators/core/watch/rules';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { startInProcess } from '../../../../../test/support/in-process.ts';
import type { Lifetime } from '../../../../../test/support/lifetime.ts';
import { renameProvider } from '../../../../../test/support/naming.ts';
import { reportBook } from '../../../../../test/support/report-book.ts';
import { CUSTOMER } from '../../../src/demo/customer-history.ts';
import { writeSession } from '../../console/served.ts';
import { type Office, officeOf } from '../../http/customers.ts';

/** Who looks at a page. */
export type Reader = 'nobody' | 'admin' | 'viewer' | 'newcomer' | 'reviewer' | 'analyst';

export interface HardWorld {
  url: string;
  /** Parts of the addresses of the two workspaces. */
  full: string;
  empty: string;
  /** The verification id of a current indicator. */
  indicator: string;
  /** The id of a band change. */
  change: string;
  /** A draft. */
  run: string;
  /** A book of the workspace that has everything, and that of the demo. */
  book: string;
  demoBook: string;
  /** The Cookie header, or null for nobody. */
  cookieOf(reader: Reader): Promise<string | null>;
}

/** Sixty characters, one of them with a word that cannot be broken. */
const LONG_NAMES = [
  'Quarterly treasury reconciliation for the northern subsidiary',
  'settlement-and-collateral-reconciliation-nightly-export-eu-01',
  '東京証券決済株式会社の信用リスク評価および担保管理のための定期報告システム用の鍵',
] as const;
/** Sixty characters, of a provider whose input waits for a decision. */
const LONG_PROVIDER = 'Sundialow Cash and Short-Dated Treasury Bill Reserve Company';
const EMPTY_NAME = 'Nakagawa & Söhne Vermögensverwaltungsgesellschaft 中川資産運用';
const NO_LIMITS = { RF_LIMIT_CONSOLE: '1000000', RF_LIMIT_CONSOLE_PER_ADDRESS: '1000000' };

export async function serveHardWorld(t: Lifetime, rows: number): Promise<HardWorld> {
  const { url, dataDir } = await startInProcess(t, { env: { ...NO_LIMITS, RF_WEBHOOK_LOOPBACK: 'yes' } });
  const office = await officeOf({ dataDir, databaseUrl: null }, t);
  const { desk, masterKey } = office;
  const [admin, viewer] = await demoMembers(office);
  await fill(office, admin, rows);
  await watchInVain(office, admin);
  await renameProvider(desk, office.analyst, 'sundialow-cash', LONG_PROVIDER);
  const newcomer = await emptyWorkspace(office);
  const people = { admin, viewer, newcomer, reviewer: office.reviewer, analyst: office.analyst };
  return {
    url,
    run: await draftWithRequest(office),
    demoBook: (
      await desk.store.db.selectFrom('books').select('id').orderBy('created_at').executeTakeFirstOrThrow()
    ).id,
    book: await reportBook(desk, masterKey, admin, '2026-09-01'),
    indicator: await anIndicator(url),
    change: await aBandChange(url),
    full: 'larkfield-demo',
    empty: encodeURIComponent('nakagawa-sohne-vermogensverwaltungsgesellschaft-中川資産運用'),
    cookieOf: async (reader) => {
      if (reader === 'nobody') return null;
      const { id, name } = people[reader];
      const actingAs = `${reader === 'reviewer' || reader === 'analyst' ? 'staff' : 'members'}/${id}`;
      return writeSession(desk, masterKey, url, { id, name, actingAs });
    },
  };
}

/** A draft of all providers, a withdrawal for the committee, and a request that waits for a second person. */
async function draftWithRequest({ desk, operator }: Office): Promise<string> {
  const run = await computeRun(desk, operator, {
    kind: 'manual',
    asOf: desk.clock(),
    reason: 'A reason of several words, for the record: the committee meets on Monday.',
  });
  const { provider_id: providerId } = await desk.store.db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('verification_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  await askToWithdraw(desk, operator, { providerId, reason: 'The programme ends on 30 November.' });
  await desk.store.transaction((writes) =>
    makeRequest(desk, writes, operator, 'rules.set', 'rule/activation_notice_days', {
      name: 'activation_notice_days',
      value: 21,
    }),
  );
  return run;
}

async function anIndicator(url: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/public/scores`)).json()) as PublicScores;
  return data.find(({ stale }) => !stale)!.verification_id;
}

export async function aBandChange(url: string): Promise<string> {
  const response = await fetch(`${url}/api/public/changelog?kinds=band_change&limit=1`);
  const { data } = (await response.json()) as Changelog;
  return data[0]!.id;
}

async function demoMembers({ desk: { store } }: Office): Promise<[Member, Member]> {
  const workspace = (await findWorkspace(store.db, CUSTOMER))!;
  const members = await listMembers(store.db, workspace.id);
  const memberWho = async (wanted: string) =>
    (await findMember(store.db, members.find(({ role }) => role === wanted)!.id))!;
  return [await memberWho('contract_admin'), await memberWho('viewer')];
}

/** Hosts that never answer: their deliveries fail, as those of some endpoints always do. */
const endpointUrls = (rows: number) => [
  'http://127.0.0.1:9/hooks/risk-indicators/production/eu-central-1/settlement-and-collateral?tenant=larkfield',
  ...Array.from({ length: Math.min(rows, 20) }, (_, at) => `http://127.0.0.1:9/hooks/${at + 1}`),
];

const LOOPBACK = { allowLoopback: true, resolve: async () => [] };

async function fill({ desk }: Office, admin: Member, rows: number): Promise<void> {
  const names = [...LONG_NAMES, ...Array.from({ length: rows }, (_, at) => `batch ${at + 1}`)];
  for (const name of names) {
    await createKey(desk, admin, { name, tier: 'PROFESSIONAL' });
    await addMember(desk, admin, { name, role: 'developer' });
  }
  for (const url of endpointUrls(rows))
    await addEndpoint(desk, admin, LOOPBACK, { url, description: LONG_NAMES[0] });
}

/** A rule whose Slack never answers, with names that are hard to show. */
async function watchInVain({ desk, masterKey }: Office, admin: Member): Promise<void> {
  const target = { name: LONG_NAMES[1], url: 'http://127.0.0.1:9/services/T0/B0/x' };
  const { id: channel } = await addSlack(desk, masterKey, admin, LOOPBACK, target);
  await testChannel(desk, admin, channel);
  await createRule(desk, masterKey, admin, {
    ...{ name: LONG_NAMES[0], channels: [channel] },
    conditions: [{ kind: 'stale' }, { kind: 'fell', points: 12.5, days: 30 }, { kind: 'decision_changed' }],
  });
}

async function emptyWorkspace({ desk, operator, masterKey }: Office): Promise<Member> {
  const workspace = { name: EMPTY_NAME, tier: 'PROFESSIONAL' } as const;
  const { claim } = await createWorkspace(desk, operator, masterKey, workspace);
  const name = LONG_NAMES[2];
  return (await claimWorkspace(desk, masterKey, { code: claim.code, name })).member;
}

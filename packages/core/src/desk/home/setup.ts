// From an empty store to a first published score: which steps are done, by whom, and whose turn it is. Everything follows from
// what is in the store, so that steps tick themselves off, also if they were done by commands.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { listStaff, type StaffMember } from '../../accounts/staff.ts';
import type { StaffRole } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';

type Setup = DomainAnswerOf<'desk.setup'>;
type Step = Setup['steps'][number];

/** An operator, an analyst, a reviewer and a chief risk officer: the committee has its quorum after one recusal. */
const PEOPLE = 4;
const VOTERS: readonly StaffRole[] = ['analyst', 'reviewer', 'chief_risk_officer'];

/** What a step is done with; null while it is not done. */
type Done = { by: string | null; at: number } | null;
interface Found {
  id: Step['id'];
  roles: readonly StaffRole[];
  approvers?: readonly StaffRole[];
  done: Done;
  /** Whether what it builds on is there. */
  isReady: boolean;
  count?: number | null;
  of?: number | null;
  subject?: string | null;
}

/** Once something was published there are no steps left. */
export async function readSetup(db: Queries, now: number): Promise<Setup> {
  const published = await db
    .selectFrom('served_indicators')
    .select('verification_id')
    .limit(1)
    .executeTakeFirst();
  if (published !== undefined) return { is_done: true, voters: 0, people: [], steps: [] };
  const staff = (await listStaff(db)).filter(({ status }) => status !== 'retired');
  const found = await stepsOf(db, staff, now);
  const links = await openLinks(db, now);
  return {
    is_done: false,
    voters: staff.filter((one) => isActive(one) && one.roles.some((role) => VOTERS.includes(role))).length,
    people: staff.map((one) => ({
      id: one.id,
      name: one.name,
      roles: [...one.roles],
      has_joined: isActive(one),
      invitation: links.get(one.id)?.id ?? null,
      expires_at: links.get(one.id)?.expires_at ?? null,
    })),
    steps: found.map(
      ({ id, roles, approvers = [], done, isReady, count = null, of = null, subject = null }) => ({
        ...{ id, roles: [...roles], approvers: [...approvers], count, of, subject },
        state: done !== null ? 'done' : isReady && hasAny(staff, roles) ? 'open' : 'waiting',
        by: done?.by ?? null,
        at: done?.at ?? null,
      }),
    ),
  };
}

async function stepsOf(db: Queries, staff: readonly StaffMember[], now: number): Promise<Found[]> {
  const nameOf = (id: string | null | undefined) => staff.find((one) => one.id === id)?.name ?? null;
  const founded = await db
    .selectFrom('founding')
    .select(['since', 'set_by'])
    .orderBy('seq')
    .executeTakeFirst();
  const key = await db
    .selectFrom('signing_keys')
    .select(['key_id', 'valid_from'])
    .orderBy('valid_from')
    .executeTakeFirst();
  const framework = await db
    .selectFrom('methodologies as m')
    .leftJoin('methodology_replacements as r', 'r.digest', 'm.digest')
    .leftJoin('methodology_sign_offs as s', 's.digest', 'm.digest')
    .leftJoin('methodology_activations as a', 'a.digest', 'm.digest')
    .select(['m.digest', 'imported_at', 'imported_by', 's.staff_id', 's.recorded_at'])
    .select(['a.activated_at', 'a.activated_by'])
    .where('r.digest', 'is', null)
    .orderBy('a.activated_at', 'desc')
    .orderBy('m.imported_at', 'desc')
    .execute();
  // The one that has come furthest.
  const [first] = framework.toSorted((a, b) => stageOf(b) - stageOf(a));
  const provider = await db
    .selectFrom('providers')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.id', 'slug', 'recorded_at', 'recorded_by'])
    .where('version', '=', 1)
    .where('retired_at', 'is', null)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  const values = provider === undefined ? null : await valuesOf(db, provider.id, now);
  const run = await db
    .selectFrom('runs')
    .select(['id', 'created_by', 'created_at'])
    .where('status', '=', 'draft')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  const joined = staff.filter(isActive).length;
  const isSigned = first !== undefined && first.recorded_at !== null;
  const isActivated = first !== undefined && first.activated_at !== null;
  const by = (id: string | null | undefined, at: number | null | undefined): Done =>
    at === null || at === undefined ? null : { by: nameOf(id), at };
  return [
    { id: 'store', roles: ['operator'], done: by(founded?.set_by, founded?.since), isReady: true },
    {
      ...{ id: 'signing_key', roles: ['operator'], isReady: true, subject: key?.key_id ?? null },
      done: by(founded?.set_by, key?.valid_from),
    },
    {
      ...{
        id: 'people',
        roles: ['operator'],
        count: joined,
        of: PEOPLE,
        isReady: true,
      },
      done: joined < PEOPLE ? null : { by: null, at: Math.max(...staff.map(({ created_at }) => created_at)) },
    },
    {
      ...{ id: 'framework', roles: ['operator', 'chief_risk_officer'], isReady: true },
      done: by(first?.imported_by, first?.imported_at),
      subject: first?.digest ?? null,
    },
    {
      ...{ id: 'sign_off', roles: ['chief_risk_officer'], isReady: first !== undefined },
      done: by(first?.staff_id, first?.recorded_at),
      subject: first?.digest ?? null,
    },
    {
      ...{ id: 'activation', roles: ['operator'], isReady: isSigned, subject: first?.digest ?? null },
      done: by(first?.activated_by, first?.activated_at),
    },
    {
      ...{ id: 'provider', roles: ['analyst'], approvers: ['reviewer'], isReady: isActivated },
      done: by(provider?.recorded_by, provider?.recorded_at),
      subject: provider?.slug ?? null,
    },
    {
      ...{ id: 'values', roles: ['analyst'], approvers: ['reviewer'], isReady: provider !== undefined },
      ...{ count: values?.approved ?? null, of: values?.wanted ?? null, subject: provider?.slug ?? null },
      done:
        run !== undefined || (values !== null && values.approved >= values.wanted && values.latest !== null)
          ? { by: null, at: values?.latest ?? run!.created_at }
          : null,
    },
    {
      ...{ id: 'run', roles: ['analyst', 'operator'], isReady: (values?.approved ?? 0) > 0 },
      done: by(run?.created_by, run?.created_at),
      subject: run?.id ?? null,
    },
    {
      // With the first publication everything is done, so that this is never ticked off by itself.
      ...{ id: 'committee', roles: VOTERS, isReady: run !== undefined, subject: run?.id ?? null },
      done: null,
    },
    {
      ...{ id: 'publication', roles: ['operator'], isReady: run !== undefined, subject: run?.id ?? null },
      done: null,
    },
  ];
}

function stageOf({ recorded_at, activated_at }: { recorded_at: number | null; activated_at: number | null }) {
  return (recorded_at === null ? 0 : 1) + (activated_at === null ? 0 : 2);
}

function isActive({ status }: StaffMember): boolean {
  return status === 'active';
}

function hasAny(staff: readonly StaffMember[], roles: readonly StaffRole[]): boolean {
  return staff.some((one) => isActive(one) && one.roles.some((role) => roles.includes(role)));
}

/** Gates and criteria of a provider that have an approved value, of those that apply to its type. */
async function valuesOf(db: Queries, providerId: string, now: number) {
  const approved = await db
    .selectFrom('proposals')
    .innerJoin('decisions', 'decisions.proposal_id', 'proposals.id')
    .select(['input_id', 'value', 'decided_at'])
    .where('provider_id', '=', providerId)
    .where('decision', '=', 'approved')
    .execute();
  const effective = await findEffectiveMethodology(db, now);
  if (effective === null) return null;
  const { gates, criteria } = effective.methodology.document;
  const type = approved.find(({ input_id }) => input_id === 'planner_type')?.value;
  const wanted = new Set([
    ...gates.map(({ id }) => id),
    ...criteria
      .filter(({ planner_types }) => type === undefined || planner_types.some((one) => one === type))
      .map(({ id }) => id),
  ]);
  const known = approved.filter(({ input_id }) => wanted.has(input_id));
  return {
    wanted: wanted.size,
    approved: new Set(known.map(({ input_id }) => input_id)).size,
    latest: known.length === 0 ? null : Math.max(...known.map(({ decided_at }) => decided_at)),
  };
}

/** Invitations to sign in that nobody has claimed yet, by person. */
async function openLinks(db: Queries, now: number): Promise<Map<string, { id: string; expires_at: number }>> {
  const rows = await db
    .selectFrom('sign_in_invitations')
    .select(['id', 'staff_id', 'expires_at'])
    .where('staff_id', 'is not', null)
    .where('claimed_at', 'is', null)
    // So that the index of open invitations is used.
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('invited_at')
    .execute();
  return new Map(rows.map(({ staff_id, ...link }) => [staff_id!, link]));
}

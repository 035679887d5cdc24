// Bindings of the acts about the document of entry checks.

import { digestOf, type JsonValue } from '@rf-indicators/engine';
import { entryChecks, recordedChecks } from '../desk/facts/plausibility/in-force.ts';
import { SHIPPED_CHECKS } from '../desk/facts/plausibility/shipped.ts';
import { impossibleUnder, recordEntryChecks, requireRecordable } from '../desk/methodology/entry-checks.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

const record = twoPeople('entry_checks.record', {
  // Nobody changes what is checked alone, not even while the store is being founded.
  alone: async () => false,
  check: async ({ context }, _, decision) => {
    const { db } = context.store;
    const checks = await requireRecordable(db, decision, context.clock());
    const impossible = await impossibleUnder(db, checks, context.clock());
    return { subject: `entry-checks/${checks.version}`, extra: { impossible } };
  },
  perform: ({ context }, people, decision, commit, requestId) =>
    context.store.transaction(async (writes) => {
      await commit(writes);
      await recordEntryChecks(context, writes, people, decision, requestId!);
    }),
});

export const entryCheckRequests = { 'entry_checks.record': record };

export const entryCheckBindings: Bindings<ActsAbout<'entry_checks'>> = {
  'entry_checks.show': async ({ context }) => {
    const { db } = context.store;
    const document = await entryChecks(db);
    const shipped = {
      ...{ version: SHIPPED_CHECKS.version, digest: await digestOf(SHIPPED_CHECKS as unknown as JsonValue) },
      ...{ recorded_at: null, request_id: null },
    };
    const later = (await recordedChecks(db)).map(({ version, digest, recorded_at, request_id }) => ({
      ...{ version, digest, recorded_at, request_id },
    }));
    const versions = [shipped, ...later];
    const { version, digest } = versions.at(-1)!;
    return { version, digest, document: document as unknown as Record<string, unknown>, versions };
  },
  'entry_checks.record': twoPersonBinding(record),
};

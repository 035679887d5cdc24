// A workspace with watch rules for tests, and what its members see of them.

import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { createBook } from '@rf-indicators/core/books/books';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { listAlerts } from '@rf-indicators/core/watch/alerts';
import { evaluateWatches } from '@rf-indicators/core/watch/evaluate';
import { createRule, switchRule } from '@rf-indicators/core/watch/rules';
import { contentsOf, positionOf } from './books.ts';
import type { World } from './world.ts';

export type WantedRule = Partial<Parameters<typeof createRule>[3]> &
  Pick<Parameters<typeof createRule>[3], 'conditions'>;

/** Ada, its Contract Admin, and Rio, a Risk Officer. */
export async function watchers({ desk, people, masterKey }: World, name = 'Acorn') {
  const wanted = { name, tier: 'PROFESSIONAL', entitlements: [] } as const;
  const { claim } = await createWorkspace(desk, people.operator, masterKey, wanted);
  const { member: ada } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  const { token } = await addMember(desk, ada, { name: 'Rio', role: 'risk_officer' });
  const rio = await authenticateMember(desk, token);
  return {
    ada,
    rio,
    workspaceId: ada.workspace.id,
    /** Switched on, unless the caller says otherwise. */
    async rule(by: Member, { name: called = 'A rule', ...rest }: WantedRule, { on = true } = {}) {
      const { id } = await createRule(desk, masterKey, by, { name: called, ...rest });
      if (on) await switchRule(desk, masterKey, by, { rule: id, on });
      return id;
    },
    async book(by: Member, providers: readonly string[], amount = '100.00') {
      const { id: book } = await createBook(desk, masterKey, by, { name: 'Treasury', currency: 'EUR' });
      const positions = providers.map((provider, n) =>
        positionOf(`p${n}`, amount, { provider, group: 'lending' }),
      );
      await saveVersion(desk, masterKey, by, { book, contents: contentsOf(positions) });
      return book;
    },
    /** Oldest first. */
    async alerts(by: Member) {
      const { data } = await listAlerts(desk.store.db, masterKey, by, { limit: 100 });
      return data.reverse();
    },
  };
}

export function evaluate({ desk, masterKey }: World) {
  return evaluateWatches(desk, masterKey, DEFAULT_POLICY);
}

/** Mails reach the member at this address. */
export async function signsIn({ desk, store }: World, member: Member, email: string): Promise<void> {
  const at = desk.clock();
  await store.transaction(async (writes) => {
    const times = { email_verified: 1, two_factor_enabled: 0, created_at: at, updated_at: at };
    await writes
      .insertInto('users')
      .values({ id: email, email, name: member.name, image: null, ...times })
      .execute();
    await writes
      .insertInto('user_members')
      .values({ member_id: member.id, user_id: email, linked_at: at })
      .execute();
  });
}

// Mutations in the rooms of the core and the server. Each is a small slip that a reviewer could overlook.

import type { Mutation } from './mutation.ts';

export interface RoomMutation extends Mutation {
  /** At least one test of these files must fail. */
  tests: string[];
}

export const ROOM_MUTATIONS: RoomMutation[] = [
  // ---- core ----
  {
    name: 'the revocation of a key leaves no audit record',
    file: 'packages/core/src/accounts/key-lifecycle.ts',
    find: "    await recordAct(context, writes, member, 'key.revoked', subjectOf({ id }), { name, key: prefix }, null);\n",
    replacement: '',
    tests: ['packages/core/test/accounts/keys.test.ts'],
  },
  {
    name: 'keys of another workspace can be revoked',
    file: 'packages/core/src/accounts/keys.ts',
    find: "    .where('workspace_id', '=', workspaceId)\n    .$if(",
    replacement: '    .$if(',
    tests: ['packages/core/test/accounts/keys.test.ts'],
  },
  {
    name: 'members can read another workspace',
    file: 'packages/core/src/acts/caller.ts',
    find: "if (caller.kind !== 'member') {\n    if (named !== undefined)",
    replacement: "if (caller.kind !== 'member' || named !== undefined) {\n    if (named !== undefined)",
    tests: ['packages/core/test/acts/roles.test.ts'],
  },
  {
    name: 'a changed key is not marked for reloading',
    file: 'packages/core/src/context/audit.ts',
    find: "if (topic === 'access') await",
    replacement: "if (topic === 'access' && before === null) await",
    tests: ['packages/core/test/accounts/access-changes.test.ts'],
  },
  {
    name: 'a batch with own proposals can be approved',
    file: 'packages/core/src/desk/inputs/decisions.ts',
    find: 'if (own.length === 0) return;',
    replacement: 'if (own.length <= 1) return;',
    tests: ['packages/core/test/desk/inputs/inputs.test.ts'],
  },
  {
    name: 'a band change is published without a second person',
    file: 'packages/core/src/desk/runs/policy.ts',
    find: "item.kind === 'band_change' || ",
    replacement: '',
    tests: ['packages/core/test/desk/publication/publishing.test.ts'],
  },
  {
    name: 'weaker evidence lifts a cap',
    file: 'packages/core/src/desk/inputs/evidence-rules.ts',
    find: 'gradeRank(methodology, row.grade) < gradeRank(methodology, needs)',
    replacement: 'gradeRank(methodology, row.grade) < 0',
    tests: ['packages/core/test/desk/inputs/evidence-rules.test.ts'],
  },
  {
    name: 'a run brings a withdrawn provider back',
    file: 'packages/core/src/desk/runs/run-items.ts',
    find: 'if (history.withdrawn.has(id)) return',
    replacement: "if (history.withdrawn.has('')) return",
    tests: ['packages/core/test/desk/runs/staleness.test.ts'],
  },
  {
    name: 'an entered value counts instead of the derived one',
    file: 'packages/core/src/desk/inputs/assemble-facts.ts',
    find: 'else inputs[id] = input;',
    replacement: 'else inputs[id] ??= input;',
    tests: ['packages/core/test/desk/random-desks.test.ts'],
  },
  {
    name: 'small drift is not published',
    file: 'packages/core/src/desk/runs/policy.ts',
    find: 'return isDeepStrictEqual(comparable(a), comparable(b));',
    replacement: 'return a.result.band === b.result.band;',
    tests: ['packages/core/test/desk/runs/drift.test.ts'],
  },
  {
    name: 'the person who requested a withdrawal approves it',
    file: 'packages/core/src/desk/publication/withdraw.ts',
    find: 'if (request.asked_by === actor.id) {',
    replacement: 'if (request.asked_by === actor.name) {',
    tests: ['packages/core/test/desk/runs/staleness.test.ts'],
  },
  {
    name: 'a correction misses the oldest indicator',
    file: 'packages/core/src/desk/publication/retract.ts',
    find: '.filter(({ verification_id, body }) => !corrected',
    replacement: '.filter(({ verification_id, body }, index) => index > 0 && !corrected',
    tests: ['packages/core/test/desk/publication/corrections.test.ts'],
  },
  {
    name: 'a lapse is not checked again before the withdrawal',
    file: 'packages/core/src/desk/runs/staleness.ts',
    find: 'if (lapse === null || lapse.since + staleDays * DAY > now) return false;\n    return withdrawLapsed(context, writes, providerId, verificationId, lapse.reason);',
    replacement:
      "return withdrawLapsed(context, writes, providerId, verificationId, lapse?.reason ?? 'stale');",
    tests: ['packages/core/test/desk/runs/staleness-race.test.ts'],
  },
  {
    name: 'a store behind its checkpoint file publishes',
    file: 'packages/core/src/desk/publication/publish.ts',
    find: 'if (checkpointFile) await requireConsistency(context.store.db, readCheckpointFile(checkpointFile));\n',
    replacement: '',
    tests: ['packages/core/test/desk/log/checkpoint-file.test.ts'],
  },
  {
    name: 'retry delays are up to a quarter longer',
    file: 'packages/core/src/webhooks/schedule.ts',
    find: '(1 - JITTER + 2 * JITTER * random())',
    replacement: '(1 - JITTER + 2.25 * JITTER * random())',
    tests: ['packages/core/test/webhooks/schedule.test.ts'],
  },
  {
    name: 'a delivery is given up one attempt too early',
    file: 'packages/core/src/webhooks/schedule.ts',
    find: 'if (planned === undefined) return null;',
    replacement: 'if (planned === undefined || attemptsBefore === RETRY_DELAYS_MS.length - 1) return null;',
    tests: ['packages/core/test/webhooks/schedule.test.ts'],
  },
  {
    name: 'only a part of 10.0.0.0/8 is refused as a target',
    file: 'packages/core/src/webhooks/special-addresses.ts',
    find: "'10.0.0.0/8'",
    replacement: "'10.0.0.0/16'",
    tests: ['packages/server/test/webhooks/targets.test.ts'],
  },
  // ---- server ----
  {
    name: 'an expired key is accepted',
    file: 'packages/server/src/http/credentials.ts',
    find: 'expiresAt <= now',
    replacement: 'expiresAt * 1000 <= now',
    tests: ['packages/server/test/http/key-lookup.test.ts'],
  },
  {
    name: 'a revoked key is accepted',
    file: 'packages/server/src/http/credentials.ts',
    find: 'if (revokedAt !== null) return',
    replacement: 'if (revokedAt !== null && revokedAt > now) return',
    tests: ['packages/server/test/http/key-lookup.test.ts'],
  },
  {
    name: 'the limit accepts one request too many',
    file: 'packages/server/src/http/limits/memory/sliding-window.ts',
    find: 'if (this.#remembered >= this.#limit) return false;',
    replacement: 'if (this.#remembered > this.#limit) return false;',
    tests: ['packages/server/test/http/limits/sliding-window.test.ts'],
  },
  {
    name: 'the left-most X-Forwarded-For address counts',
    file: 'packages/server/src/http/limits/client-address.ts',
    find: "while (end > 0 && trusted.check(client, isIPv4(client) ? 'ipv4' : 'ipv6')) {",
    replacement: 'while (end > 0) {',
    tests: ['packages/server/test/http/limits/client-address.test.ts'],
  },
  {
    name: 'an Idempotency-Key is shared by all clients',
    file: 'packages/server/src/api/public/score-request.ts',
    find: ': scopedKey(address, key)',
    replacement: ': key',
    tests: ['packages/server/test/api/score-requests.test.ts'],
  },
  {
    name: 'a cursor of another sort order is accepted',
    file: 'packages/server/src/rendering/lists.ts',
    find: "if (givenSort !== sort || typeof name !== 'string'",
    replacement: "if (!SORTS.includes(givenSort) || typeof name !== 'string'",
    tests: ['packages/server/test/rendering/lists.test.ts'],
  },
  {
    name: 'the Standard Webhooks signature covers milliseconds',
    file: 'packages/server/src/webhooks/sending/signature.ts',
    find: 'const standard = standardSignature(current, id, seconds, body);',
    replacement: 'const standard = standardSignature(current, id, seconds * 1000, body);',
    tests: ['packages/server/test/webhooks/signature.test.ts'],
  },
];

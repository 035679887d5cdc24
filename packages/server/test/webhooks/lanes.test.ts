// Whose turn it is: by endpoint, with limits for endpoint, workspace and process, and places that hanging ones leave.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededNumbers } from '../../../../test/support/counts.ts';
import type { Claimed, DueEndpoint } from '../../src/webhooks/queue/claims.ts';
import { Lanes, type Slot } from '../../src/webhooks/queue/lanes.ts';

const LIMITS = { perEndpoint: 8, perWorkspace: 12, quick: 20, total: 40 };
const fine = { succeeded: true, hung: false };

function claims(endpointId: string, count: number, workspaceId = 'w'): Claimed[] {
  const one = { endpointId, workspaceId } as Claimed;
  return Array.from({ length: count }, (_, index) => ({ ...one, eventId: String(index) }));
}

function takeAll(lanes: Lanes): { endpointId: string; slot: Slot }[] {
  const taken: { endpointId: string; slot: Slot }[] = [];
  for (let next = lanes.take(0); next !== null; next = lanes.take(0)) {
    taken.push({ endpointId: next.claimed.endpointId, slot: next.slot });
  }
  return taken;
}

test('a lane begins with one send, doubles with each success, and is set back by a hang', () => {
  const lanes = new Lanes(LIMITS);
  lanes.add(claims('a', 100));
  const widths: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const taken = takeAll(lanes);
    widths.push(taken.length);
    // One success after the other doubles and doubles; the first of each round is enough here.
    for (const [index, { slot }] of taken.entries()) {
      lanes.finish(slot, index === 0 ? fine : { succeeded: false, hung: false });
    }
  }
  assert.deepEqual(widths, [1, 2, 4, 8, 8]);
  const [first, ...others] = takeAll(lanes);
  lanes.finish(first!.slot, { succeeded: false, hung: true });
  for (const { slot } of others) lanes.finish(slot, { succeeded: false, hung: false });
  assert.equal(takeAll(lanes).length, 1);
});

test('endpoints take turns, and a workspace has no more than its places', () => {
  const lanes = new Lanes(LIMITS);
  for (let index = 0; index < 15; index += 1) lanes.add(claims(`a${index}`, 3, 'crowded'));
  lanes.add(claims('b', 3, 'quiet'));
  const taken = takeAll(lanes);
  assert.equal(taken.filter(({ endpointId }) => endpointId !== 'b').length, 12);
  assert.equal(
    new Set(taken.map(({ endpointId }) => endpointId)).size,
    13,
    'each at most once before its first answer',
  );
  lanes.finish(taken[0]!.slot, fine);
  assert.deepEqual(
    takeAll(lanes).map(({ endpointId }) => endpointId),
    ['a12'],
    'the lane that waited longest is next',
  );
});

test('a slow send frees its slot, and deliveries queued behind it are released', () => {
  const lanes = new Lanes({ ...LIMITS, perWorkspace: 100, quick: 3 });
  for (const endpoint of ['a', 'b', 'c', 'd', 'e']) lanes.add(claims(endpoint, 5));
  const hanging = takeAll(lanes);
  assert.equal(hanging.length, 3);
  const back = hanging.flatMap(({ slot }) => lanes.markSlow(slot));
  assert.equal(back.length, 12);
  assert.deepEqual(
    takeAll(lanes).map(({ endpointId }) => endpointId),
    ['d', 'e'],
  );
  assert.deepEqual([lanes.open, lanes.queued], [5, 8]);
  const due = (endpointId: string) => ({ endpointId, workspaceId: 'w' }) as DueEndpoint;
  assert.deepEqual(lanes.choose([due('a')]), [], 'nothing more is claimed for one that hangs');
  lanes.finish(hanging[0]!.slot, { succeeded: false, hung: true });
  assert.equal(lanes.choose([due('a')]).length, 1);
});

test('more is claimed before a lane runs dry, although every slot is taken', () => {
  const lanes = new Lanes({ ...LIMITS, quick: 8, total: 8 });
  const due = [{ endpointId: 'a', workspaceId: 'w' } as DueEndpoint];
  const mostOf = () => lanes.choose(due)[0]?.most ?? 0;
  assert.equal(mostOf(), 6, 'of one that nobody knows, some rounds of one');
  lanes.add(claims('a', 100));
  let open = takeAll(lanes);
  for (let queued = lanes.queued; queued > 25; queued = lanes.queued) {
    for (const { slot } of open) lanes.finish(slot, fine);
    open = takeAll(lanes);
  }
  assert.deepEqual([lanes.open, lanes.queued, mostOf()], [8, 25, 0], 'more than half is left');
  lanes.finish(open[0]!.slot, fine);
  takeAll(lanes);
  assert.deepEqual([lanes.open, lanes.queued, mostOf()], [8, 24, 24]);
  assert.ok(lanes.runsLow(open[0]!.slot));
});

test('places that hanging receivers hold are no reason to claim more', () => {
  const lanes = new Lanes({ ...LIMITS, quick: 5, total: 5 });
  for (const endpoint of ['a', 'b', 'c', 'd', 'e']) lanes.add(claims(endpoint, 1));
  for (const { slot } of takeAll(lanes)) lanes.markSlow(slot);
  assert.deepEqual(lanes.choose([{ endpointId: 'f', workspaceId: 'w' } as DueEndpoint]), []);
});

test('no workspace fills the line: whoever has nothing in it always finds room', () => {
  const lanes = new Lanes({ perEndpoint: 8, perWorkspace: 4, quick: 4, total: 4 });
  const due = (workspaceId: string, endpoint: number) =>
    ({ endpointId: `${workspaceId} ${endpoint}`, workspaceId }) as DueEndpoint;
  const backlog = ['a', 'b', 'c', 'd'].flatMap((workspace) =>
    Array.from({ length: 20 }, (_, endpoint) => due(workspace, endpoint)),
  );
  const wanted = lanes.choose(backlog);
  const ofA = wanted.filter(({ endpoint }) => endpoint.workspaceId === 'a');
  assert.equal(
    ofA.reduce((sum, { most }) => sum + most, 0),
    24,
    'six rounds of what it may have under way',
  );
  for (const { endpoint, most } of wanted) lanes.add(claims(endpoint.endpointId, most, endpoint.workspaceId));
  assert.ok(lanes.queued >= 64, 'the line is full');
  assert.deepEqual(lanes.choose(backlog), []);
  assert.equal(lanes.choose([...backlog, due('late', 0)]).length, 1);
});

test('in any order of events, limits hold and nothing is left lying', () => {
  const random = seededNumbers(81);
  for (let world = 0; world < 200; world += 1) {
    const limits = {
      perEndpoint: 1 + random(8),
      perWorkspace: 1 + random(12),
      quick: 1 + random(20),
      total: 30,
    };
    const lanes = new Lanes(limits);
    const open: { slot: Slot; workspace: number; endpoint: number; isSlow: boolean }[] = [];
    let [given, done, back] = [0, 0, 0];
    for (let step = 0; step < 300 || (open.length + lanes.queued > 0 && step < 5000); step += 1) {
      if (step < 300 && random(3) === 0) {
        const endpoint = random(9);
        const more = claims(`e${endpoint}`, 1 + random(4), `w${endpoint % 3}`);
        lanes.add(more);
        given += more.length;
      }
      for (let next = lanes.take(0); next !== null; next = lanes.take(0)) {
        const endpoint = Number(next.claimed.endpointId.slice(1));
        open.push({ slot: next.slot, endpoint, workspace: endpoint % 3, isSlow: false });
      }
      const quick = open.filter(({ isSlow }) => !isSlow);
      assert.ok(open.length <= limits.total && quick.length <= limits.quick);
      for (let workspace = 0; workspace < 3; workspace += 1) {
        assert.ok(quick.filter((one) => one.workspace === workspace).length <= limits.perWorkspace);
      }
      for (let endpoint = 0; endpoint < 9; endpoint += 1) {
        assert.ok(open.filter((one) => one.endpoint === endpoint).length <= limits.perEndpoint);
      }
      const one = open[random(open.length || 1)];
      if (one === undefined) continue;
      if (!one.isSlow && random(4) === 0) {
        one.isSlow = true;
        back += lanes.markSlow(one.slot).length;
      } else {
        open.splice(open.indexOf(one), 1);
        lanes.finish(one.slot, { succeeded: random(2) === 0, hung: one.isSlow && random(2) === 0 });
        done += 1;
      }
    }
    assert.deepEqual([lanes.open, lanes.queued, done + back], [0, 0, given]);
  }
});

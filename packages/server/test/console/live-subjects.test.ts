// What a page that follows live news is sent: each change once, and nothing that it has already.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveriesOf, deskNews } from '../../src/console/live/subjects.ts';
import type { DeliveryNews, News } from '../../src/console/messages.ts';

type Delivery = DeliveryNews['deliveries'][number];

const delivery = (id: string, status: string) => ({ id, status }) as unknown as Delivery;

function moved(workspaceId: string, ...deliveries: Delivery[]): News {
  return { moved: new Map([[workspaceId, { deliveries, more: false }]]), desk: null, mayFollow: [] };
}

test('a delivery is sent when it is new and again when it changed, and to its own workspace only', () => {
  const subject = deliveriesOf('acorn');
  const sentOf = (news: News) =>
    [...subject.eventsOf(news).matchAll(/"id":"(\w+)","status":"(\w+)"/g)].map(([, id, status]) => [
      id,
      status,
    ]);
  const [waiting, delivered] = [delivery('one', 'waiting'), delivery('one', 'delivered')];
  assert.deepEqual(sentOf(moved('acorn', waiting)), [['one', 'waiting']]);
  assert.equal(subject.eventsOf(moved('acorn', waiting)), '');
  assert.deepEqual(sentOf(moved('acorn', delivered, delivery('two', 'waiting'))), [
    ['one', 'delivered'],
    ['two', 'waiting'],
  ]);
  assert.equal(subject.eventsOf(moved('birch', delivery('three', 'waiting'))), '');
});

const MOVED = { published: 1, access: 1, events: 1, desk: 1, status: 1, log: 1, datasets: 1 };

test('a page of the desk learns from when on nothing is missed, then which topics moved, and progress', () => {
  const subject = deskNews();
  const at = (desk: number, published: number, work = ''): News => ({
    ...moved('acorn'),
    desk: { versions: { ...MOVED, published, desk }, work, open: [] },
  });
  assert.equal(
    subject.eventsOf(at(1, 1)),
    'event: began\ndata: published,access,events,desk,status,log,datasets\n\n',
  );
  assert.equal(subject.eventsOf(at(1, 1)), '');
  assert.equal(subject.eventsOf(at(2, 1)), 'event: moved\ndata: desk\n\n');
  assert.equal(subject.eventsOf(at(3, 2)), 'event: moved\ndata: published,desk\n\n');
  assert.equal(subject.eventsOf(at(3, 2, '40 of 100')), 'event: moved\ndata: work\n\n');
  assert.equal(subject.eventsOf(at(3, 2, '40 of 100')), '');
  assert.equal(subject.eventsOf(at(4, 2, '90 of 100')), 'event: moved\ndata: desk,work\n\n');
});

// The calendar over HTTP: at an address that cannot be guessed, and private.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { serveSmallStore } from './served.ts';

const { client, members, server } = await serveSmallStore(wholeFile);

test('who has the address reads the calendar, and nobody else', async () => {
  const { status, json } = await client.act('watch.create_calendar', {}, members.Acorn.viewer);
  assert.equal(status, 200);
  const url = `${server.url}${json.path}`;
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.match(answer.headers.get('cache-control') ?? '', /private, no-store/);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  assert.equal(ICAL.parse(await answer.text())[0], 'vcalendar');
  for (const other of [url.replace('.ics', ''), `${url.slice(0, -5)}x.ics`, `${server.url}/calendar/x.ics`])
    assert.equal((await fetch(other)).status, 404, other);
  await client.act('watch.remove_calendar', {}, members.Acorn.viewer);
  assert.equal((await fetch(url)).status, 404);
});

// Receivers that check what they are sent as Slack and PagerDuty document it, and refuse anything else.

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp, type Lifetime } from '../../../../test/support/lifetime.ts';

type Check = (body: Record<string, unknown>, path: string) => void;

export interface Receiver {
  url: string;
  accepted: Record<string, unknown>[];
  /** Why it refused a message. */
  refused: string[];
  /** Answers with this status instead of reading; null: reads. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | null;
}

async function receiver(
  t: Lifetime,
  success: { status: number; body: string },
  check: Check,
): Promise<Receiver> {
  const given: Receiver = { url: '', accepted: [], refused: [], answer: null };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (given.answer !== null) {
      const { status, headers = {}, body = '' } = given.answer;
      return response.writeHead(status, headers).end(body);
    }
    try {
      assert.equal(request.method, 'POST');
      assert.match(request.headers['content-type'] ?? '', /^application\/json/);
      const body = JSON.parse(text) as Record<string, unknown>;
      check(body, request.url ?? '');
      given.accepted.push(body);
      return response.writeHead(success.status).end(success.body);
    } catch (error) {
      given.refused.push(String(error));
      return response.writeHead(400).end('invalid_payload');
    }
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  given.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return given;
}

/** docs.slack.dev: incoming webhooks, and the limits of Block Kit. */
export function slackReceiver(t: Lifetime): Promise<Receiver> {
  return receiver(t, { status: 200, body: 'ok' }, (body, path) => {
    assert.match(path, /^\/services\/\w+\/\w+\/\w+$/);
    assert.deepEqual(Object.keys(body).sort(), ['blocks', 'text']);
    assert.ok(typeof body.text === 'string' && body.text.length > 0 && body.text.length <= 40_000);
    const blocks = body.blocks as Record<string, unknown>[];
    assert.ok(blocks.length >= 1 && blocks.length <= 50, `${blocks.length} blocks`);
    for (const block of blocks) checkBlock(block);
  });
}

function checkBlock({ type, ...block }: Record<string, unknown>): void {
  if (type === 'header') checkText(block.text, 'plain_text', 150);
  else if (type === 'section') checkText(block.text, 'mrkdwn', 3000);
  else {
    assert.equal(type, 'context');
    const elements = block.elements as unknown[];
    assert.ok(elements.length >= 1 && elements.length <= 10);
    for (const element of elements) checkText(element, 'mrkdwn', 3000);
  }
}

function checkText(given: unknown, type: string, most: number): void {
  const { type: is, text, ...rest } = given as Record<string, unknown>;
  assert.deepEqual([is, rest], [type, {}]);
  assert.ok(
    typeof text === 'string' && text.length >= 1 && text.length <= most,
    `${String(text).length} characters`,
  );
  if (type === 'mrkdwn') {
    assert.doesNotMatch(text, /&(?!(amp|lt|gt);)/, 'an ampersand is escaped');
    assert.doesNotMatch(
      text.replaceAll(/<https?:\/\/[^|>]+\|[^>]+>/g, ''),
      /[<>]/,
      'only links have brackets',
    );
  }
}

/** developer.pagerduty.com: Events API v2. */
export function pagerDutyReceiver(t: Lifetime): Promise<Receiver> {
  const answer = { status: 202, body: '{"status":"success","message":"Event processed"}' };
  return receiver(t, answer, (body, path) => {
    assert.equal(path, '/v2/enqueue');
    const { routing_key, event_action, dedup_key, payload, links, client, client_url, ...rest } = body;
    assert.deepEqual(rest, {});
    assert.match(String(routing_key), /^\w{32}$/);
    assert.ok(['trigger', 'acknowledge', 'resolve'].includes(String(event_action)));
    assert.ok(typeof dedup_key === 'string' && dedup_key.length >= 1 && dedup_key.length <= 255);
    if (event_action !== 'trigger') {
      assert.deepEqual([payload, links, client, client_url], [undefined, undefined, undefined, undefined]);
      return;
    }
    const {
      summary,
      source,
      severity,
      timestamp,
      class: kind,
      custom_details,
      ...others
    } = payload as Record<string, unknown>;
    assert.deepEqual(others, {});
    assert.ok(typeof summary === 'string' && summary.length >= 1 && [...summary].length <= 1024);
    assert.ok(typeof source === 'string' && source !== '');
    assert.ok(['critical', 'error', 'warning', 'info'].includes(String(severity)));
    assert.ok(!Number.isNaN(Date.parse(String(timestamp))));
    assert.ok(typeof kind === 'string' && typeof custom_details === 'object');
    for (const { href } of (links ?? []) as { href: string }[]) assert.ok(URL.canParse(href));
  });
}

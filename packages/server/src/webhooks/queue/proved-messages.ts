// The messages that are sent. A stored body is sent only if its proof holds. Otherwise the message is rendered again from the
// recorded event, so that nothing is signed for a customer that somebody wrote into the database.

import { entitlementsOf } from '@rf-indicators/contract';
import { asWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { eventsFor } from '@rf-indicators/core/events/events-for';
import { recordedEvents } from '@rf-indicators/core/events/recorded-events';
import { provedRow } from '@rf-indicators/core/store/records/proved';
import type { Store } from '@rf-indicators/core/store/store';
import type { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { isEventType } from '@rf-indicators/core/webhooks/test-events';
import { bodyText, EventPayload, newestCheckpoint } from '../../rendering/events/payload.ts';
import { testEventRenderer } from '../../rendering/events/test-event.ts';

export interface MessageRow {
  workspace_id: string;
  event_id: string;
  type: string;
  is_test: number;
  created_at: number;
  body: string;
  mac: string | null;
}

export interface SentMessage {
  body: Buffer;
  isTest: boolean;
}

export class ProvedMessages {
  readonly #store: Store;
  readonly #proof: MessageProof;
  readonly #disclosure: string;

  constructor(store: Store, proof: MessageProof, disclosure: string) {
    this.#store = store;
    this.#proof = proof;
    this.#disclosure = disclosure;
  }

  /** null if there is no recorded event that the message could be rendered from. */
  async messageOf(row: MessageRow): Promise<SentMessage | null> {
    if (this.#proof.holds(row)) return sent(row);
    const rendered = await this.#render(row);
    if (rendered === null) return null;
    // Later attempts send the same bytes.
    await this.#store.db
      .updateTable('webhook_messages')
      .set({ ...rendered, mac: this.#proof.macOf({ ...row, ...rendered }) })
      .where('workspace_id', '=', row.workspace_id)
      .where('event_id', '=', row.event_id)
      .execute();
    return sent(rendered);
  }

  async #render(row: MessageRow): Promise<{ body: string; is_test: number } | null> {
    const { workspace_id: workspaceId, event_id: id, created_at: createdAt } = row;
    const { db } = this.#store;
    const isEntitled = await this.#isEntitled(workspaceId);
    const found = await eventsFor(db, workspaceId).where('id', '=', id).executeTakeFirst();
    if (found === undefined) {
      // Of a test no event is recorded. Whatever the row says, the body is marked as a test.
      const { type } = row;
      if (!isEventType(type)) return null;
      const event = { id, type, createdAt, workspaceId, isEntitled };
      const { body } = await testEventRenderer(this.#disclosure)(db, event);
      return { body, is_test: 1 };
    }
    const [event] = await recordedEvents(db, [found]);
    if (event === undefined) return null;
    const rendering = { checkpoint: await newestCheckpoint(db), disclosure: this.#disclosure };
    const data = await new EventPayload(event, rendering).dataText(db, isEntitled);
    const { type, created_at } = event;
    return {
      body: bodyText({ id, type, createdAt: created_at, workspaceId, isTest: false }, data),
      is_test: 0,
    };
  }

  async #isEntitled(workspaceId: string): Promise<boolean> {
    const { db } = this.#store;
    const row = await provedRow(db, 'workspaces', () =>
      db.selectFrom('workspaces').selectAll().where('id', '=', workspaceId).executeTakeFirst(),
    );
    if (row === undefined) return false;
    const { tier, entitlements } = asWorkspace(row);
    return entitlementsOf(tier, entitlements).includes('scores');
  }
}

function sent({ body, is_test }: { body: string; is_test: number }): SentMessage {
  return { body: Buffer.from(body), isTest: is_test === 1 };
}

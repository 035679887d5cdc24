// The thread that draws cards. What it loads is given back when it ends.

import type { MessagePort } from 'node:worker_threads';
import type { Card } from '../../rendering/cards/card.ts';
import { serveRequests } from '../rpc/requests.ts';
import { cardDrawer } from './drawer.ts';

export async function run(port: MessagePort): Promise<void> {
  const drawer = cardDrawer();
  await serveRequests(port, { draw: (card: Card) => drawer.draw(card) }, (result) =>
    result === undefined ? [] : [(result as Uint8Array<ArrayBuffer>).buffer],
  );
  drawer.close();
  port.close();
}

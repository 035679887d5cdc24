// The thread that writes XLSX. What it loads is given back when it ends.

import type { MessagePort } from 'node:worker_threads';
import type { Sheet } from '../../rendering/spreadsheets/sheet.ts';
import { writeXlsx } from '../../rendering/spreadsheets/xlsx.ts';
import { serveRequests } from '../rpc/requests.ts';

export async function run(port: MessagePort): Promise<void> {
  await serveRequests(port, { write: (sheet: Sheet) => writeXlsx(sheet) }, (result) =>
    result === undefined ? [] : [(result as Uint8Array<ArrayBuffer>).buffer],
  );
  port.close();
}

// Everything in the store that is encrypted under the master key, or under a key derived from it, and how it is encrypted
// again with the newest key.

import { sealPurpose as workspacePurpose } from '../accounts/signing-secret.ts';
import { bookKeyPurpose } from '../books/sealing.ts';
import { sessionSecrets } from '../identity/session-cookie.ts';
import { sealPurpose as signingKeyPurpose } from '../log/current-signer.ts';
import { type MasterKey, MasterKeyError } from '../secrets/master-key.ts';
import { shownKey } from '../store/records/chain.ts';
import { rowKey } from '../store/records/tracker.ts';
import { orderOf, type Row, type Table } from '../store/schema.ts';
import { type Queries, StoreError, untyped, type Writes } from '../store/store.ts';
import { channelPurpose } from '../watch/channels.ts';
import { endpointSealPurpose } from '../webhooks/endpoint-secrets.ts';

/** How second factors and recovery codes are encrypted, with a secret that is derived from the master key. */
export interface SecondFactorCipher {
  encrypt(secret: string, text: string): Promise<string>;
  /** Rejects if another secret encrypted it. */
  decrypt(secret: string, encrypted: string): Promise<string>;
}

export interface Keys {
  masterKey: MasterKey;
  secondFactors: SecondFactorCipher;
}

interface SealedColumn {
  table: Table;
  column: string;
  isOfNewest(keys: Keys, row: Row, sealed: string): boolean | Promise<boolean>;
  sealAgain(keys: Keys, row: Row, sealed: string): string | Promise<string>;
}

const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedFor('signing_keys', 'sealed_private_key', ({ key_id }) => signingKeyPurpose(String(key_id))),
  sealedFor('workspace_secrets', 'sealed_secret', ({ workspace_id }) =>
    workspacePurpose(String(workspace_id)),
  ),
  sealedFor('endpoint_secrets', 'sealed_secret', ({ endpoint_id }) =>
    endpointSealPurpose(String(endpoint_id)),
  ),
  // Null once the book is deleted.
  sealedFor('books', 'sealed_key', ({ id }) => bookKeyPurpose(String(id))),
  // Null for mail, and once the channel is removed.
  sealedFor('watch_channels', 'sealed_target', ({ id }) => channelPurpose(String(id))),
  secondFactor('secret'),
  secondFactor('backup_codes'),
];

function sealedFor(table: Table, column: string, purposeOf: (row: Row) => string): SealedColumn {
  return {
    table,
    column,
    isOfNewest: ({ masterKey }, row, sealed) => masterKey.isOfNewest(sealed, purposeOf(row)),
    sealAgain: ({ masterKey }, row, sealed) =>
      masterKey.seal(masterKey.open(sealed, purposeOf(row)), purposeOf(row)),
  };
}

function secondFactor(column: string): SealedColumn {
  return {
    table: 'user_two_factors',
    column,
    isOfNewest: ({ masterKey, secondFactors }, _, sealed) =>
      secondFactors.decrypt(sessionSecrets(masterKey)[0]!, sealed).then(
        () => true,
        () => false,
      ),
    sealAgain: ({ masterKey, secondFactors }, _, sealed) =>
      withNewestSecret(secondFactors, sessionSecrets(masterKey), sealed),
  };
}

/** The same text encrypted with the first secret; as it is, if it already was. */
export async function withNewestSecret(
  cipher: SecondFactorCipher,
  [newest, ...older]: readonly string[],
  encrypted: string,
): Promise<string> {
  const opened = (secret: string) => cipher.decrypt(secret, encrypted).catch(() => null);
  if ((await opened(newest!)) !== null) return encrypted;
  for (const secret of older) {
    const text = await opened(secret);
    if (text !== null) return cipher.encrypt(newest!, text);
  }
  throw new MasterKeyError('The master key is not the one that encrypted this second factor.');
}

export interface SealedRow {
  column: SealedColumn;
  row: Row;
}

/** The values that another key than the first one has sealed, and how many there are in all. */
export async function olderValues(db: Queries, keys: Keys): Promise<{ older: SealedRow[]; all: number }> {
  const older: SealedRow[] = [];
  let all = 0;
  for (const column of SEALED_COLUMNS) {
    const rows = (await untyped(db)
      .selectFrom(column.table)
      .select([...orderOf(column.table), column.column])
      .where(column.column, 'is not', null)
      .execute()) as Row[];
    all += rows.length;
    for (const row of rows)
      if (!(await column.isOfNewest(keys, row, String(row[column.column])))) older.push({ column, row });
  }
  return { older, all };
}

/** In one transaction, which also compares each row with its entry: what somebody else wrote is not sealed again. */
export async function sealAgain(writes: Writes, keys: Keys, older: readonly SealedRow[]): Promise<void> {
  for (const { column: sealedColumn, row: known } of older) {
    const { table, column } = sealedColumn;
    const key = orderOf(table);
    const row = (await untyped(writes)
      .selectFrom(table)
      .selectAll()
      .where(({ eb, and }) => and(key.map((name) => eb(name, '=', known[name]))))
      .executeTakeFirst()) as Row | undefined;
    const sealed = row?.[column];
    // Another process may have been faster, or the row is gone.
    if (row === undefined || typeof sealed !== 'string') continue;
    if (await sealedColumn.isOfNewest(keys, row, sealed)) continue;
    const value = await sealValueAgain(sealedColumn, keys, row, sealed);
    await untyped(writes)
      .updateTable(table)
      .set({ [column]: value })
      .where(({ eb, and }) => and(key.map((name) => eb(name, '=', row[name]))))
      .execute();
  }
}

async function sealValueAgain(
  { table, column, sealAgain }: SealedColumn,
  keys: Keys,
  row: Row,
  sealed: string,
): Promise<string> {
  try {
    return await sealAgain(keys, row, sealed);
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    throw new StoreError(
      `${table} ${shownKey(rowKey(table, row))}: no master key of this process opens its ${column}. Run rf verify --all.`,
    );
  }
}

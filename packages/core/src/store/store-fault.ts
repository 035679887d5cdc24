// The faults of a store that make reads or writes fail: what each is called, and what the operator can do about it.

export const STORE_FAULTS = {
  disk_full: {
    message: 'The disk is full.',
    todo: 'free up space on the disk of the store; writing resumes without a restart',
  },
  read_only: {
    message: 'The store is read-only.',
    todo: 'mount its disk for writing and correct the permissions of its files, or make the database writable',
  },
  io_error: {
    message: 'The disk reports an input or output error.',
    todo: 'look for disk errors and file-size limits in the system log; if the disk is failing, restore a backup to another one',
  },
  damaged: {
    message: 'The store is damaged.',
    todo: 'stop the service, keep the damaged files, and restore the newest backup into an empty folder with rf restore',
  },
  not_openable: {
    message: 'The file of the store cannot be opened.',
    todo: 'check that the data folder exists, belongs to the user of the service, and is on a disk that can be written',
  },
  busy: {
    message: 'The store is locked by another process.',
    todo: 'find the process that keeps a transaction open, and end it',
  },
  unreachable: {
    message: 'The database does not respond.',
    todo: 'check that the database is running and that DATABASE_URL is right',
  },
  incompatible: {
    message:
      'The store was migrated for a newer version of the service, and this version can no longer use it.',
    todo: 'install the newer version of rf on this node',
  },
  altered: {
    message: 'The records of who may do what were altered.',
    todo: 'run rf verify --all, and restore a backup with rf restore',
  },
  other_master_key: {
    message: 'The store was written with another master key.',
    todo: 'set the master key of the store in RF_MASTER_KEY or master.key',
  },
  out_of_resources: {
    message: 'The database has run out of memory or connections.',
    todo: 'give it more memory, or allow more connections',
  },
} as const;

export type StoreFault = keyof typeof STORE_FAULTS;

/** By SQLite's primary result code. */
const SQLITE_FAULTS: Readonly<Record<number, StoreFault>> = {
  5: 'busy',
  6: 'busy',
  7: 'out_of_resources',
  8: 'read_only',
  10: 'io_error',
  11: 'damaged',
  13: 'disk_full',
  14: 'not_openable',
  26: 'damaged',
};

/** SQLite could not extend its shared-memory file (SQLITE_IOERR_SHMSIZE), which happens when there is no space. */
const SQLITE_NO_SPACE_TO_OPEN = 4874;

/** By SQLSTATE of PostgreSQL: exact codes first, then classes. */
const POSTGRES_FAULTS: readonly [RegExp, StoreFault][] = [
  [/^53100$/, 'disk_full'],
  // A statement that waited too long, nearly always for a lock, and conflicts that went on through all retries.
  [/^(57014|55P03|40001|40P01)$/, 'busy'],
  [/^25P03$/, 'unreachable'],
  [/^25006$/, 'read_only'],
  [/^58030$/, 'io_error'],
  [/^XX00[12]$/, 'damaged'],
  [/^53[0-9A-Z]{3}$/, 'out_of_resources'],
  [/^(08|57|58)[0-9A-Z]{3}$/, 'unreachable'],
];

/** The codes of errors of our own. */
export const INCOMPATIBLE = 'RF_INCOMPATIBLE_STORE';
export const ALTERED = 'RF_ALTERED_STORE';
export const OTHER_MASTER_KEY = 'RF_OTHER_MASTER_KEY';

/** By code of the operating system, for files that are written without a database. */
const SYSTEM_FAULTS: Readonly<Record<string, StoreFault>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EIO: 'io_error',
  [INCOMPATIBLE]: 'incompatible',
  [ALTERED]: 'altered',
  [OTHER_MASTER_KEY]: 'other_master_key',
};

const SOCKET_CODES = /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)/;
const CONNECTION_LOST =
  /Connection terminated|connection timeout|not queryable|timeout exceeded when trying to connect/i;

/** The fault that an error reveals; null if the error is in a query or elsewhere in the program. */
export function storeFaultOf(error: unknown): StoreFault | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: number };
  if (errcode === SQLITE_NO_SPACE_TO_OPEN) return 'disk_full';
  // The lower byte of an extended result code is the primary code.
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_FAULTS[(errcode ?? 0) & 0xff] ?? null;
  if (typeof code === 'string') {
    const known = SYSTEM_FAULTS[code] ?? POSTGRES_FAULTS.find(([form]) => form.test(code))?.[1];
    if (known !== undefined) return known;
    if (SOCKET_CODES.test(code)) return 'unreachable';
  }
  return CONNECTION_LOST.test(message) ? 'unreachable' : null;
}

/**
 * Whether the database cannot be used now and may be soon: it does not respond, starts, stops, or has no connection left.
 * A wrong password or a missing database are not that: waiting does not mend them.
 */
export function isStoreUnreachable(error: unknown): boolean {
  const fault = storeFaultOf(error);
  return fault === 'unreachable' || fault === 'out_of_resources' || fault === 'busy';
}

/** Whether waiting does not end the fault: the service does not start with it. */
export function isLasting(fault: StoreFault | null): boolean {
  return fault === 'damaged' || fault === 'altered' || fault === 'other_master_key';
}

/** Why the database refuses a connection as DATABASE_URL describes it; null for any other error. */
export function refusedConnection(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === '28P01' || code === '28000')
    return 'The database refuses the user or the password in DATABASE_URL.';
  if (code === '3D000') return 'The database that DATABASE_URL names does not exist.';
  return null;
}

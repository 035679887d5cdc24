/** Too many requests are waiting for a thread. The caller can retry soon. */
export class Overloaded extends Error {
  override readonly name: string = 'Overloaded';
}

/** The store cannot be read or written. The same request may succeed later. */
export class StoreUnavailable extends Overloaded {
  override readonly name = 'StoreUnavailable';
}

/** Too many requests are waiting for a thread, or the store is unavailable. The caller can retry soon. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

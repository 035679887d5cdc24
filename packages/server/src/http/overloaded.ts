/** Too many requests wait for a thread, or the store is unavailable: the caller should try again soon. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

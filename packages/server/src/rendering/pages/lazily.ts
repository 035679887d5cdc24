/**
 * Makes a value when it is first needed. The first formatter of a thread loads the data of its language, which takes some
 * 15 ms, and a thread that starts needs none.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

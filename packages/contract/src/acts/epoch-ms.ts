// The types of inputs and answers as the domain and the store have them: an instant is a number there, and a text on the wire.

/** A date-time (RFC 3339). The member exists only for the compiler, which tells an instant from any other text by it. */
export type InstantText = string & { readonly isInstant?: true };

/** The same with milliseconds since 1970 in place of every instant. */
export type InEpochMs<T> = T extends string
  ? 'isInstant' extends keyof T
    ? number
    : T
  : T extends object
    ? { [Member in keyof T]: InEpochMs<T[Member]> }
    : T;

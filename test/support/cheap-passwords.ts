// The cost of password hashes in tests. One at the cost of the service takes a third of a second, and so does every sign-in.

export const CHEAP_COST = { N: 16, r: 1, p: 1 };

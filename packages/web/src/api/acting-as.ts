// The member that this page is open for. Every request names them: another tab may act in another workspace with the same
// session.

let current: string | null = null;

/** Null on the desk: a user is at most one member of staff. */
export function setActingAs(person: string | null): void {
  current = person;
}

export function actingAs(): string | null {
  return current;
}

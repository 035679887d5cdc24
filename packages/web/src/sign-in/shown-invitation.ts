// An invitation, as the holder of its link is shown it.

export interface ShownInvitation {
  name: string;
  email: string;
  /** Null for a member of staff. */
  workspace: string | null;
  expires_at: number;
  is_recovery: boolean;
  needs_password: boolean;
  is_confirmed_at_once: boolean;
  /** Empty if a member of staff confirms the claim. */
  confirmed_by: string[];
}

/** "Ada", "Ada or Bea", "Ada, Bea or Cem". */
export function anyOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

// The names that addresses of the registers use, in one place: the router reads them too.

export const REGISTERS = {
  audit: ['actor', 'about', 'subject', 'from', 'to', 'text', 'open'],
  issuances: ['text', 'status', 'type', 'open'],
  scoreRequests: ['text', 'status', 'from', 'to', 'open'],
  workspaces: ['text', 'tier', 'state', 'open'],
  people: ['text', 'role', 'state', 'open'],
  incidents: ['state', 'open'],
  frameworks: ['open', 'cell', 'text'],
} as const;

// Gets proofs, keys and the names of providers. Nothing but ids is sent.

/** Something that could not be got, and why in words for a reader. */
export class NotReceived extends Error {
  override name = 'NotReceived';
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

export const receiveProof = (id: string) => receive(`/api/public/verify/${encodeURIComponent(id)}`);
export const receiveKeys = () => receive('/api/public/keys');
export const receiveNames = () => receive('/provider-names.json');

async function receive(path: string): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, { headers: { accept: 'application/json' } });
  } catch {
    throw new NotReceived('The service cannot be reached. Are you offline?', null);
  }
  if (response.ok) return response.text();
  const message =
    response.status === 429
      ? 'This address has asked too often. Try again in a minute.'
      : `The service answered with status ${response.status}.`;
  throw new NotReceived(message, response.status);
}

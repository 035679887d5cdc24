// The code of a mailed link. It is in the fragment, which browsers do not send, so it is in no log.

import { useLocation } from '@tanstack/react-router';

/** Empty if the link was cut. */
export function useLinkCode(): string {
  return useLocation({ select: ({ hash }) => hash });
}

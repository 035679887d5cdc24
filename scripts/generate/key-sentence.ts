// What the docs of both clients say about the API key of an operation.

import { ENTITLEMENTS, isKeyed, type Operation } from '@rf-indicators/contract';

export function keySentence(operation: Operation): string {
  if (!isKeyed(operation)) return 'Works without an API key.';
  const { access } = operation;
  const isEntitlement = ENTITLEMENTS.some((name) => name === access);
  return isEntitlement ? `Requires an API key with the ${access} entitlement.` : 'Requires an API key.';
}

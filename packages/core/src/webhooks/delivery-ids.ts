// A delivery is named by its event and its endpoint, so its id takes no column and no index of its own.

const ENDPOINT_DIGITS = 12;

export function deliveryId(endpointId: string, eventId: string): string {
  return `${eventId}.${endpointId.slice(-ENDPOINT_DIGITS)}`;
}

/** The event, and the end of the endpoint's id; null for what is no delivery's id. */
export function parseDeliveryId(id: string): { eventId: string; endpointEnd: string } | null {
  const [, eventId, endpointEnd] = /^([0-9a-f-]{36})\.([0-9a-f]{12})$/.exec(id) ?? [];
  return eventId && endpointEnd ? { eventId, endpointEnd } : null;
}

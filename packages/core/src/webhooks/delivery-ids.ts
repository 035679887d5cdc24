// Ids of deliveries, derived from the event and the endpoint, so that they need no column and no index.

const ENDPOINT_DIGITS = 12;

export function deliveryId(endpointId: string, eventId: string): string {
  return `${eventId}.${endpointId.slice(-ENDPOINT_DIGITS)}`;
}

/** Returns the event id and the end of the endpoint id; null if the text is not a delivery id. */
export function parseDeliveryId(id: string): { eventId: string; endpointEnd: string } | null {
  const [, eventId, endpointEnd] = /^([0-9a-f-]{36})\.([0-9a-f]{12})$/.exec(id) ?? [];
  return eventId && endpointEnd ? { eventId, endpointEnd } : null;
}

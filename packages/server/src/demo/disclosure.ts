import { DEMO_NOTICE, LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';

/** In the demo, every disclosure starts by saying that the data is fictional. */
export function demoDisclosure(): string {
  return `${DEMO_NOTICE} ${LIMITATIONS_DISCLOSURE}`;
}

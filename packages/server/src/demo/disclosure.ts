import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';

/** In the demo, every disclosure starts by saying that the data is fictional. */
export function demoDisclosure(): string {
  return `This is a demonstration: all providers and figures in it are fictional. ${LIMITATIONS_DISCLOSURE}`;
}

// The guides as `npm run build` rendered them, with the address of the service in their examples.

import type { SearchEntry } from '@rf-indicators/contract/full-text-search';
import type { Guide } from './contents.ts';

export interface Heading {
  level: number;
  id: string;
  text: string;
}

export interface RenderedGuide extends Guide {
  title: string;
  /** Without the title. */
  html: string;
  headings: Heading[];
  /** What the search finds: the text below each heading. */
  sections: SearchEntry[];
  markdown: string;
}

/** The addresses that examples are written for: that of the demo, and one that stands for any service. */
const EXAMPLE_ADDRESS = /(?:http:\/\/localhost:8080|https:\/\/indicators\.example)(?![-\w]|\.\w)/g;

/** Examples for the service that is asked, so that they can be copied as they are. */
export function withAddress(text: string, baseUrl: string): string {
  return text.replaceAll(EXAMPLE_ADDRESS, baseUrl);
}

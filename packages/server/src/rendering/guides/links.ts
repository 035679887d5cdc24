// Links of a guide: paths in the repository become addresses of the service.

import path from 'node:path/posix';
import { addressOfFile } from './contents.ts';

const ABSOLUTE = /^(?:https?|mailto):/;

/** Null if the link leads to a file that the service does not have. */
export function addressOfLink(href: string, file: string): string | null {
  if (ABSOLUTE.test(href) || href.startsWith('#')) return href;
  const [, target, anchor] = /^([^#]*)(#.*)?$/.exec(href)!;
  const address = addressOfFile(path.join(path.dirname(file), target!));
  return address === null ? null : address + (anchor ?? '');
}

/** The anchor of a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** Gives each heading of a page an anchor of its own. */
export function anchorsOfPage(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const anchor = anchorOf(heading);
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/** The addresses that examples are written for: that of the demo, and one that stands for any service. */
const EXAMPLE_ADDRESS = /(?:http:\/\/localhost:8080|https:\/\/indicators\.example)(?![-\w]|\.\w)/g;

/** Examples for the service that is asked, so that they can be copied as they are. */
export function withAddress(text: string, baseUrl: string): string {
  return text.replaceAll(EXAMPLE_ADDRESS, baseUrl);
}

// The link to one's own pages in the header. The server sends the same one to everybody: "Sign in".

import type { Reader } from '@rf-indicators/contract/console';
import { roleName, tierName } from './format.ts';

/** Shows who is signed in, and where they work. */
export function showAccount(reader: Reader): void {
  const link = document.querySelector<HTMLAnchorElement>('[data-account]');
  const words = link?.querySelector('[data-account-words]');
  if (!link || !words) return;
  const { dataset } = document.documentElement;
  if (!reader.signed_in) {
    delete dataset.signedIn;
    return;
  }
  const where = placeOf(reader);
  dataset.signedIn = '';
  link.href = reader.workspace === null ? '/desk' : '/console';
  words.replaceChildren(line('strong', reader.name!), ' ', line('span', where));
  link.dataset.known = '';
}

function placeOf({ workspace, tier, roles }: Reader): string {
  if (workspace === null) return `Desk: ${roles.map(roleName).join(', ')}`;
  return tier === null ? workspace : `${workspace}, ${tierName(tier)}`;
}

/** Long names are cut off in the header. The pages of a person have them whole. */
function line(name: 'strong' | 'span', text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.title = text;
  return made;
}

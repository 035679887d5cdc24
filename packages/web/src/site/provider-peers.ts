// Makes the strip of peers come alive: arrow keys and the pointer walk through it by score, and say whose dot it is. Without this
// script each dot has its name as a title, and the table has all of them.

import { el, svg } from './dom/elements.ts';

interface Peer {
  /** From 0 to 100. */
  score: number;
  says: string;
  href: string | null;
}

const strip = document.querySelector<HTMLElement>('[data-peers]');
const plot = strip?.querySelector('svg');
if (strip && plot) walk(strip, plot);

function walk(place: HTMLElement, plot: SVGSVGElement): void {
  const peers = [...plot.querySelectorAll('[data-peer]')].map(peerOf).sort((a, b) => a.score - b.score);
  const own = Number(plot.querySelector('.own[data-peer]')?.getAttribute('data-peer') ?? 0);
  const tip = el('div', { class: 'point' });
  const bound = plot.querySelector('.bound');
  const ends = { y1: bound?.getAttribute('y1') ?? 0, y2: bound?.getAttribute('y2') ?? 0 };
  const here = svg('line', { class: 'here', ...ends });
  let at = Math.max(
    0,
    peers.findIndex(({ score }) => score === own),
  );
  const tell = () => {
    plot.setAttribute('aria-valuenow', String(at + 1));
    plot.setAttribute('aria-valuetext', peers[at]!.says);
  };
  const show = (next: number) => {
    at = next;
    tell();
    const { score, says } = peers[at]!;
    for (const end of ['x1', 'x2']) here.setAttribute(end, `${score}%`);
    plot.append(here);
    tip.replaceChildren(el('p', {}, says));
    place.append(tip);
    const room = place.clientWidth - tip.offsetWidth;
    const x = (score / 100) * place.clientWidth - tip.offsetWidth / 2;
    tip.style.left = `${Math.max(0, Math.min(x, room))}px`;
  };
  const hide = () => {
    tip.remove();
    here.remove();
  };
  const open = () => {
    const { href } = peers[at]!;
    if (href !== null) location.assign(href);
  };
  // A slider is what screen readers know that arrow keys move along a line.
  plot.setAttribute('tabindex', '0');
  plot.setAttribute('role', 'slider');
  plot.setAttribute('aria-valuemin', '1');
  plot.setAttribute('aria-valuemax', String(peers.length));
  tell();
  plot.addEventListener('focus', () => show(at));
  plot.addEventListener('blur', hide);
  plot.addEventListener('keydown', (event) => {
    const last = peers.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: Math.max(0, at - 1), ArrowDown: Math.max(0, at - 1) },
      ...{ ArrowRight: Math.min(last, at + 1), ArrowUp: Math.min(last, at + 1) },
      ...{ Home: 0, End: last },
    };
    const target = targets[event.key];
    if (event.key === 'Escape') hide();
    if (event.key === 'Enter') open();
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  });
  plot.addEventListener('pointermove', (event) => show(nearest(event, plot, peers)));
  plot.addEventListener('pointerleave', () => {
    if (document.activeElement !== plot) hide();
  });
  plot.addEventListener('click', (event) => {
    if ((event.target as Element).closest('[data-peer]') === null) return;
    show(nearest(event, plot, peers));
    open();
  });
}

/** The tooltip replaces the title, so that there are not two. */
function peerOf(mark: Element): Peer {
  const title = mark.querySelector('title');
  const says = title?.textContent ?? '';
  title?.remove();
  return { score: Number(mark.getAttribute('data-peer')), says, href: mark.getAttribute('data-href') };
}

function nearest({ clientX, clientY }: MouseEvent, plot: SVGSVGElement, peers: readonly Peer[]): number {
  const { left, width } = plot.getBoundingClientRect();
  const under = document
    .elementFromPoint(clientX, clientY)
    ?.closest('[data-peer]')
    ?.getAttribute('data-href');
  const exact = peers.findIndex(({ href }) => href !== null && href === under);
  if (exact !== -1) return exact;
  const score = ((clientX - left) / width) * 100;
  const distances = peers.map((peer) => Math.abs(peer.score - score));
  return distances.indexOf(Math.min(...distances));
}

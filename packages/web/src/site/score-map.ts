// Makes the map of scores against yields come alive: drawn for the width that it has, and arrow keys, the pointer or a tap
// show a provider with its path of 90 days. Without this script the server's drawing and the table stay.

import { type Frame, MOST_LABELLED, mapDrawing } from '../charts/yield-map.ts';
import { made } from './dom/elements.ts';
import { type Mapped, readMapped } from './score-map/mapped.ts';
import { MapWalk } from './score-map/walk.ts';
import { PARTS_REPLACED } from './scores/parts.ts';

let resized: ResizeObserver | null = null;

function mount(): void {
  resized?.disconnect();
  const figure = document.querySelector<HTMLElement>('.yield-map');
  const plot = figure?.querySelector<SVGSVGElement>('.plot');
  if (!figure || !plot) return;
  const mapped = readMapped(figure.dataset.map ?? '[]');
  const walk = new MapWalk(figure, plot, mapped);
  let width = 0;
  resized = new ResizeObserver(() => {
    const frame = frameOf(plot);
    if (frame.width === 0 || frame.width === width) return;
    width = frame.width;
    drawAt(figure, plot, mapped, frame);
    walk.redraw(frame);
  });
  resized.observe(plot);
}

function frameOf(plot: SVGSVGElement): Frame {
  const { width, height } = plot.getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
}

/** Of many providers only the one that is looked at has a label, and their bars fit any width but the narrowest. */
function drawAt(figure: HTMLElement, plot: SVGSVGElement, mapped: readonly Mapped[], frame: Frame): void {
  figure.dataset.drawn = mapped.length > MOST_LABELLED ? 'bars' : 'labels';
  plot.replaceChildren(...mapDrawing(mapped, frame).map(made));
}

mount();
document.addEventListener(PARTS_REPLACED, mount);

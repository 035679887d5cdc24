// Goes through a page with Tab. Every stop can be seen, shows a ring, and follows in the order of reading.

import type { Page } from '../../../../../test/support/chromium.ts';
import type { Stop } from '../in-page/stop.ts';

export interface FocusOptions {
  /** Long lists repeat their stops. */
  most: number;
  /** Whether pixels are compared too: a ring may be drawn under something else. */
  comparesPixels: boolean;
}

export async function focusFindings(page: Page, { most, comparesPixels }: FocusOptions): Promise<string[]> {
  const findings: string[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < most; at += 1) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(`checks.focusedStop(${at === 0})`)) as Stop | null;
    if (stop === null) break;
    const { name, box, faults } = stop;
    const place = `${name} ${box.x} ${box.y}`;
    if (seen.has(place)) break;
    seen.add(place);
    findings.push(...faults);
    if (comparesPixels && !(await changesPixels(page, box)))
      findings.push(`${name} looks the same with the focus`);
  }
  if (seen.size === 0) findings.push('nothing on the page takes the focus');
  return [...new Set(findings)];
}

const AROUND = 6;
/** A dialog takes the focus back in the next frame: while the plain picture is taken, it must not. */
const BLUR = `(() => {
  const nextFrame = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = () => 0;
  (globalThis.focused = document.activeElement).blur();
  globalThis.requestAnimationFrame = nextFrame;
})()`;

async function changesPixels(page: Page, { x, y, width, height }: Stop['box']): Promise<boolean> {
  const { width: most, height: highest } = page.viewportSize()!;
  const [left, top] = [Math.max(0, x - AROUND), Math.max(0, y - AROUND)];
  const clip = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(x + width + AROUND, most) - left),
    height: Math.max(1, Math.min(y + height + AROUND, highest) - top),
  };
  const focused = await page.screenshot({ clip, caret: 'hide' });
  await page.evaluate(BLUR);
  const plain = await page.screenshot({ clip, caret: 'hide' });
  await page.evaluate('globalThis.focused.focus({ preventScroll: true, focusVisible: true })');
  return !focused.equals(plain);
}

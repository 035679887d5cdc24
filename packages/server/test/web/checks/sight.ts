// Pages as people see them who see otherwise: with the colours of their system, and with other eyes.

import path from 'node:path';
import type { Page } from '../../../../../test/support/chromium.ts';
import { inPage } from './visit.ts';

export async function forcedColoursFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = [...(await inPage(page, 'invisibleParts()')), ...(await inPage(page, 'shapelessControls()'))];
  await page.emulateMedia({ forcedColors: 'none' });
  return found.map((finding) => `with forced colours ${finding}`);
}

const DEFICIENCIES = ['achromatopsia', 'deuteranopia', 'protanopia', 'tritanopia', 'blurredVision'] as const;

/** For a person to look at: whether bands and states are still told apart. */
export async function takeDeficientViews(page: Page, folder: string, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const type of DEFICIENCIES) {
    await session.send('Emulation.setEmulatedVisionDeficiency', { type });
    await page.screenshot({ path: path.join(folder, `${name}-${type}.png`) });
  }
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
  await session.detach();
}

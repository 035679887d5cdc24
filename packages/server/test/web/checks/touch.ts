// Targets on a device that is touched: 44 pixels.

import type { Page } from '../../../../../test/support/chromium.ts';
import { inPage } from './visit.ts';

export async function touchFindings(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const size = { width: 390, height: 844, deviceScaleFactor: 1 };
  await session.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: true });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const isCoarse = await page.evaluate("matchMedia('(pointer: coarse)').matches");
  const found = isCoarse ? await inPage(page, 'smallTargets(44)') : ['the device is not one that is touched'];
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
  return found.map((finding) => `touched: ${finding}`);
}

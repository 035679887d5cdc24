// Opens a stored document for a member of staff, in the thread that performs acts.

import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Identified, OpenedDocument } from './messages.ts';
import { servicesVia } from './perform.ts';

/** Performs evidence.open, so that the document counts as opened. */
export async function openDocument(
  services: ActServices,
  { caller, via, sha256 }: Identified & { sha256: string },
): Promise<OpenedDocument> {
  const opened = await performAct(servicesVia(services, via), caller, 'evidence.open', { sha256 });
  return { bytes: Buffer.from(opened.base64, 'base64'), mediaType: opened.media_type, sha256: opened.sha256 };
}

// Stored copies of the documents that evidence refers to.

import { Type } from 'typebox';
import { Digest } from '../schemas/common.ts';
import { act } from './act.ts';
import { strict, text } from './forms.ts';

export const DocumentCopy = strict({
  media_type: text('Media type, such as application/pdf.', 100),
  base64: Type.String({ description: 'The bytes, in base64; at most 10 MiB.' }),
});

export const evidenceActs = {
  'evidence.store_document': act({
    kind: 'act',
    who: { staff: ['analyst', 'operator'] },
    description:
      'Stores a copy of a document; the same bytes are stored only once, and evidence refers to them by digest.',
    input: DocumentCopy,
    answer: strict({ sha256: Digest }),
  }),
};

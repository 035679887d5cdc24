// Corrections, withdrawals and reinstatements of published indicators.

import { Type } from '../type.ts';
import { act } from './act.ts';
import { Done, Id, strict, text } from './forms.ts';

const PublishedReason = text('Reason; it is published.', 2000);

export const publicationActs = {
  'corrections.draft': act({
    kind: 'act',
    takesLong: true,
    who: { staff: ['operator'], secondPerson: 'a reviewer or operator who approves the draft' },
    description: 'Drafts the retraction of a wrong input and the correction of every indicator that used it.',
    input: strict({
      wrong: text('Id of the approved proposal that is wrong.', 100),
      replacement: Type.Optional(text('Id of the approved proposal that replaces it.', 100)),
      reason: PublishedReason,
    }),
    answer: strict({
      run_id: Id,
      restates: Type.Array(Type.String(), { description: 'Verification ids of the corrected indicators.' }),
    }),
    creates: true,
  }),
  'withdrawals.request': act({
    kind: 'act',
    who: { staff: ['operator'], secondPerson: 'a reviewer or operator who approves the request' },
    description: "Requests the withdrawal of a provider's indicator.",
    input: strict({ provider: text('Id or slug of a provider.', 100), reason: PublishedReason }),
    answer: strict({ request_id: Id }),
    creates: true,
  }),
  'reinstatements.draft': act({
    kind: 'act',
    takesLong: true,
    who: { staff: ['operator'], secondPerson: 'a reviewer or operator who approves the draft' },
    description: 'Drafts the reinstatement of withdrawn providers, with their indicators as computed now.',
    input: strict({
      providers: Type.Array(text('Id or slug of a provider.', 100)),
      reason: PublishedReason,
    }),
    answer: strict({ run_id: Id }),
    creates: true,
  }),
  'withdrawals.approve': act({
    kind: 'act',
    publishes: true,
    who: { staff: ['reviewer', 'operator'], secondPerson: 'somebody other than the person who requested it' },
    description: "Approves another person's request and withdraws the indicator.",
    input: strict({ request: text('Id of the request.', 100) }),
    answer: Done,
  }),
};

// Brings a review before the committee: to put an indicator under review, or to end that.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { dayEnd } from '../../pages.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { AreaField, DateField, SelectField } from '../../ui/field.tsx';
import { DIRECTIONS } from './own-matter.tsx';

type Direction = keyof typeof DIRECTIONS;

interface ProposeProps {
  onProposed: (matter: string) => void;
  onClose: () => void;
}

export function ProposeReview({ onProposed, onClose }: ProposeProps) {
  const providers = useRead('providers.list', { limit: 1000 }).data?.data ?? [];
  const reviews = useRead('reviews.list', {}).data?.data ?? [];
  const [slug, setSlug] = useState('');
  const running = reviews.find((review) => review.slug === slug);
  return (
    <ActDialog
      act="committee.propose_review"
      changes={['committee']}
      title="Propose a review to the committee?"
      lead="An indicator under review keeps its score. The status, its reason and its end are public once the committee accepts it."
      submit="Propose"
      busy="Proposing…"
      fields={(about) => (
        <>
          <SelectField
            label="Provider"
            value={slug}
            error={about('provider')}
            onChange={({ target }) => setSlug(target.value)}
          >
            <option value="">Choose a provider</option>
            {providers.map((provider) => (
              <option key={provider.slug} value={provider.slug}>
                {provider.name}
              </option>
            ))}
          </SelectField>
          {running !== undefined ? (
            <p className="plain">It is under review now: this proposes to end the review.</p>
          ) : (
            <>
              <SelectField name="direction" label="Where it may lead" error={about('direction')}>
                {Object.entries(DIRECTIONS).map(([direction, words]) => (
                  <option key={direction} value={direction}>
                    {words}
                  </option>
                ))}
              </SelectField>
              <DateField
                name="until"
                label="Until"
                help="The review ends on this day at the latest."
                error={about('until')}
              />
            </>
          )}
          <AreaField
            name="reason"
            label="Reason"
            help="It is published."
            maxLength={1200}
            error={about('reason')}
          />
        </>
      )}
      check={(form) => ({
        ...(slug === '' ? { provider: 'Choose a provider.' } : {}),
        ...missing(form, { reason: 'Write the reason.' }),
      })}
      inputOf={(form) => {
        const until = textOf(form, 'until');
        const end = until === undefined ? undefined : dayEnd(until);
        return {
          provider: slug,
          reason: textOf(form, 'reason')!,
          ...(running === undefined
            ? { direction: form.get('direction') as Direction, ...(end === undefined ? {} : { until: end }) }
            : {}),
        };
      }}
      onDone={({ matter }) => {
        onProposed(matter);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

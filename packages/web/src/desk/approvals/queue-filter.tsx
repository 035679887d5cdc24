// The filters of the queue: by provider, document, proposer and effect.

import { useRead } from '../../api/acts.ts';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { FilterChoice, Filters, orAll } from '../../ui/filters.tsx';
import { plural } from '../../ui/format.ts';
import styles from './list.module.css';
import type { Proposal } from './proposal.ts';

type Search = SearchOf<'/desk/approvals'>;
type EffectKind = Exclude<Search['effect'], ''>;

const EFFECTS: Readonly<Record<Search['effect'], string>> = {
  '': 'any',
  band: 'changes the band',
  cap: 'changes a cap',
  points: 'changes the score',
  none: 'changes nothing',
  contested: 'contested',
};

/** What the service filters by. The effect is filtered here, because only the page of a list has effects. */
export function askedOf({ provider, document, proposer }: Search) {
  return Object.fromEntries(
    Object.entries({ provider, document, proposer }).filter(([, value]) => value !== ''),
  );
}

export function hasEffect({ effect, rate_effect }: Proposal, wanted: EffectKind): boolean {
  const caps = effect === null ? 0 : Object.values(effect.caps).flat().length;
  const isBand =
    rate_effect === null
      ? effect !== null && effect.band_before !== effect.band_after
      : rate_effect.band_changes > 0;
  const points = rate_effect === null ? (effect?.points ?? 0) : (rate_effect.largest?.points ?? 0);
  switch (wanted) {
    case 'band':
      return isBand;
    case 'cap':
      return caps > 0;
    case 'points':
      return points !== 0;
    case 'contested':
      return (effect?.contested ?? null) !== null;
    case 'none':
      return !isBand && caps === 0 && points === 0 && (effect?.contested ?? null) === null;
  }
}

export function useChoices() {
  return useRead('inputs.choices', {});
}

/** They stand there before their choices are known, so that these move nothing. */
export function QueueFilters() {
  const { search, set } = usePageSearch('/desk/approvals', { keepsScroll: true });
  const { data } = useChoices();
  const { providers = [], documents = [], proposers = [] } = data ?? {};
  const choice = (
    label: string,
    name: 'provider' | 'document' | 'proposer',
    options: readonly (readonly [string, string])[],
  ) => (
    <FilterChoice
      label={label}
      value={search[name]}
      options={orAll({
        // What the address names may have been decided meanwhile.
        ...(search[name] === '' ? {} : { [search[name]]: 'none left' }),
        ...Object.fromEntries(options),
      })}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <div className={styles.filters}>
      <Filters>
        {choice(
          'Provider',
          'provider',
          providers.map(({ slug, name, proposals }) => [slug, `${name} (${proposals})`]),
        )}
        {choice(
          'Document',
          'document',
          documents.map(({ document, title, proposals }) => [
            document,
            `${title}, ${plural(proposals, 'value')}`,
          ]),
        )}
        {choice(
          'Proposer',
          'proposer',
          proposers.map(({ id, name, proposals }) => [id, `${name} (${proposals})`]),
        )}
        <FilterChoice
          label="Effect"
          value={search.effect}
          options={EFFECTS}
          onChange={(effect) => set({ effect: effect as Search['effect'] })}
        />
      </Filters>
    </div>
  );
}

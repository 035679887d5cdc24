// What publishing a draft would make public, as items of a list: "1 band change (Brindlewick Vaults, Medium → Low risk ▲ safer)".

import { bandName, bandWord, compareBands } from '../../ui/band.tsx';
import { count } from '../../ui/format.ts';
import { ArrowGlyph, DownGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { countOf, type Overview, publishingCounts } from './groups.ts';

type NotableItem = Overview['notable'][number];

export function PublishedGroups({ overview }: { overview: Overview }) {
  return publishingCounts(overview).groups.map(({ group, number }) => (
    <li key={group}>
      {countOf(group, number)}
      <Notable items={overview.notable.filter((item) => item.group === group)} number={number} />
    </li>
  ));
}

/** The providers behind a number. */
function Notable({ items, number }: { items: readonly NotableItem[]; number: number }) {
  if (items.length === 0) return null;
  const more = number - items.length;
  return (
    <>
      {' ('}
      {items.map((item, at) => (
        <span key={item.provider_id}>
          {at === 0 ? '' : '; '}
          {item.name}
          <Bands item={item} />
        </span>
      ))}
      {more > 0 ? ` and ${count(more)} more` : ''})
    </>
  );
}

function Bands({ item: { previous_band, new_band } }: { item: NotableItem }) {
  if (new_band === null) return null;
  if (previous_band === null || previous_band === new_band) return <>, {bandName(new_band)}</>;
  const isSafer = compareBands(previous_band, new_band) > 0;
  return (
    <>
      , {bandWord(previous_band)} <ArrowGlyph />
      <span className="visually-hidden">to</span> {bandName(new_band)} {isSafer ? <UpGlyph /> : <DownGlyph />}{' '}
      {isSafer ? 'safer' : 'riskier'}
    </>
  );
}

// The chosen position: as the customer stated it, what is known of its name, and what can be done about it.

import { useState } from 'react';
import { useList } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { date, plural, utcDate, withDates } from '../../ui/format.ts';
import { Acts, Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { DecisionChip } from '../policies/decision.tsx';
import { exact, percent, points } from './amounts.ts';
import {
  type BookSettings,
  type Figures,
  OUTSIDE_WORDS,
  type Position,
  type Searching,
  whichOf,
} from './book.ts';
import styles from './books.module.css';
import { MatchPosition } from './match-position.tsx';
import { STATE_WORDS } from './positions.tsx';

interface PositionPanelProps {
  figures: Figures;
  settings: BookSettings;
  searching: Searching;
}

/** From the same pages as the list. */
export function PositionPanel({ figures, settings, searching: { search, set } }: PositionPanelProps) {
  const { show, sort, position: id } = search;
  const { entries } = useList('books.positions', { book: figures.id, show, sort, ...whichOf(search) });
  const position = entries?.find((one) => one.id === id);
  const [isChoosing, setChoosing] = useState(false);
  if (position === undefined) return null;
  const { name, provider, decision, sentence, state, withdrawn_at } = position;
  const { currency, policy } = figures;
  const isToday = search.on === '' && search.known === '';
  return (
    <Panel
      title={name}
      facts={
        position.written_name === name ? `Reference ${position.id}` : `In the book: ${position.written_name}`
      }
      onClose={() => set({ position: '' })}
    >
      <Section title="Score">
        <Facts
          facts={{
            ...(position.score === null
              ? { Score: STATE_WORDS[state] }
              : { Score: position.score.toFixed(2), Band: <BandChip band={position.band!} /> }),
            ...(withdrawn_at === null ? {} : { Withdrawn: date(withdrawn_at) }),
            ...(position.stale ? { Stale: position.stale_reason ?? 'yes' } : {}),
            ...(position.loss === null ? {} : { Loss: `${points(-position.loss)} points` }),
            ...(position.next_lapse_at === null ? {} : { 'Next lapse': date(position.next_lapse_at) }),
            ...(position.framework === null ? {} : { Framework: position.framework }),
          }}
        />
        <Acts>
          {provider === null ? (
            <Button
              notAllowed={
                !isToday
                  ? 'a past book cannot be changed'
                  : settings.rights.includes('edit')
                    ? null
                    : 'takes the right to edit the book'
              }
              onPress={() => setChoosing(true)}
            >
              Choose the provider
            </Button>
          ) : (
            <a className={styles.link} href={`/providers/${provider}`}>
              Page of the provider
            </a>
          )}
        </Acts>
      </Section>
      <Section title="Exposure">
        <Facts
          facts={{
            ...(position.exposure === null
              ? { 'Outside the sums': OUTSIDE_WORDS[position.outside!] }
              : {
                  Counts: `${currency} ${exact(position.exposure)}`,
                  'Share of the book': percent(position.share!, 2),
                }),
            'The whole name': `${currency} ${exact(position.name_exposure)}, ${percent(position.name_share, 2)}`,
            ...stated('Gross', position.gross, position.currency),
            ...stated('Collateral', position.collateral, position.currency),
            ...stated('Net', position.net, position.currency),
            ...(position.group === null ? {} : { Group: position.group }),
            ...(position.maturity === null ? {} : { Maturity: utcDate(position.maturity) }),
            ...(position.tags.length === 0 ? {} : { Tags: position.tags.join(', ') }),
            ...(position.note === null ? {} : { Note: position.note }),
          }}
        />
      </Section>
      {decision === null ? null : (
        <Section title="Policy">
          <p className="plain">
            <DecisionChip decision={decision} />
          </p>
          <p className={styles.because}>{sentence === null ? '' : withDates(sentence)}</p>
          <p className={styles.because}>
            What the policy {policy?.name} would decide of this exposure. Nothing of it is kept.
          </p>
        </Section>
      )}
      {position.breaches.length === 0 ? null : (
        <Section title="Limits">
          <p className="plain">Takes part in {plural(position.breaches.length, 'breached limit')}.</p>
          <Acts>
            <Button onPress={() => set({ view: 'limits', position: '' }, { isStep: true })}>
              Show the limits
            </Button>
          </Acts>
        </Section>
      )}
      {isChoosing ? (
        <MatchPosition book={figures.id} name={position.written_name} onClose={() => setChoosing(false)} />
      ) : null}
    </Panel>
  );
}

export function stated(label: string, amount: Position['gross'], currency: string): Record<string, string> {
  return amount === null ? {} : { [label]: `${currency} ${exact(amount)}` };
}

// Breached limits with what ends each breach: a higher limit, which takes a second person, or a lower exposure.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { atLeast, exact } from './amounts.ts';
import { type BookSettings, type Figures, type LimitUse, scopeWords } from './book.ts';
import styles from './books.module.css';
import { EditLimit } from './edit-limit.tsx';
import { LimitBar } from './limit-bar.tsx';
import { limitText } from './limits.tsx';

interface BreachesProps {
  figures: Figures;
  settings: BookSettings;
  nameOf: (name: string) => string;
  onUpload: () => void;
  /** Null while no change of limits waits. */
  onLimits: () => void;
}

export function Breaches({ figures, settings, nameOf, onUpload, onLimits }: BreachesProps) {
  const breached = figures.limits.filter((limit) => limit.breached);
  const limits = useRead('books.limits', { book: figures.id }, { enabled: breached.length > 0 });
  const [raised, setRaised] = useState<LimitUse | null>(null);
  if (breached.length === 0) return null;
  const mayEdit = settings.rights.includes('edit');
  const active = limits.data?.active?.limits ?? [];
  const asked = limits.data?.asked ?? null;
  const isAsked = ({ id }: LimitUse) => asked?.loosened.some((one) => one.id === id) ?? false;
  const edited = raised === null ? undefined : active.find(({ id }) => id === raised.id);
  return (
    <section id="breaches" aria-label="Breached limits" tabIndex={-1}>
      <ul className={styles.breaches}>
        {breached.map((limit) => (
          <li key={limit.id}>
            <CrossGlyph />
            <div>
              <p className={styles.breach}>
                <strong>{scopeWords(limit.of, nameOf)}</strong>
                <LimitBar used={limit.used} most={limit.at_most} />
                <span>{sentence(limit, figures.currency)}</span>
              </p>
              <p className={styles.cure}>
                {isAsked(limit) ? (
                  <Button kind="quiet" onPress={onLimits}>
                    A higher limit waits for a second person
                  </Button>
                ) : mayEdit ? (
                  <>
                    <Button
                      kind="quiet"
                      label={`Ask for a limit of ${raiseOf(limit, figures.currency)}`}
                      notAllowed={
                        asked === null ? null : 'another change of limits waits for a second person'
                      }
                      onPress={() => setRaised(limit)}
                    >
                      Ask for a limit of {raiseOf(limit, figures.currency)}
                    </Button>
                    <span>with a second person, or</span>
                    <Button kind="quiet" onPress={onUpload}>
                      upload a version with a lower exposure
                    </Button>
                  </>
                ) : (
                  'To ask for a higher limit takes the right to edit the book.'
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {raised === null || edited === undefined ? null : (
        <EditLimit
          settings={settings}
          limits={active}
          newest={limits.data!.newest}
          edited={{ limit: edited, ...(raiseTo(raised) === null ? {} : { to: raiseTo(raised)! }) }}
          nameOf={nameOf}
          onClose={() => setRaised(null)}
        />
      )}
    </section>
  );
}

function raiseTo({ cures }: LimitUse): string | null {
  const found = cures.find(({ kind }) => kind === 'raise');
  return found?.kind === 'raise' ? found.to : null;
}

function raiseOf(limit: LimitUse, currency: string): string {
  const to = raiseTo(limit);
  return to === null ? 'another height' : limitText({ measure: limit.measure, at_most: to }, currency);
}

/** "1,750,000.00 over its limit of USD 25,000,000.00 net". */
function sentence(limit: LimitUse, currency: string): string {
  const reduce = limit.cures.find(({ kind }) => kind === 'reduce');
  const by = reduce?.kind === 'reduce' ? `, until ${currency} ${atLeast(reduce.by)} leaves the book` : '';
  const used = limit.measure === 'share' ? `${limit.used} %` : exact(limit.used);
  const outside =
    limit.outside === 0 ? '' : ` ${plural(limit.outside, 'position')} of it stand outside the sums.`;
  return `${used}, over its limit of ${limitText(limit, currency)}${by}.${outside}`;
}

// The what-if: inputs that the reader moves, scored again in the browser by the engine. All figures in it are
// hypothetical: they have no id and no address, and are not printed.

import { type NearestChange, nearestChanges, type ValueChange, whatIf } from '@rf-indicators/engine';
import { button, el } from '../../shared/elements.ts';
import { controls } from './controls.ts';
import { type Loaded, loadPackage } from './load.ts';
import { nearestParts } from './nearest.ts';
import { resultBox } from './result.ts';

export async function whatIfPanel(verificationId: string): Promise<HTMLElement> {
  return panel(await loadPackage(verificationId));
}

function panel(loaded: Loaded): HTMLElement {
  const { methodology, baseline } = loaded;
  const changes = new Map<string, ValueChange>();
  const result = resultBox(baseline);
  const recompute = () =>
    result.show(whatIf(methodology, loaded.package, [...changes.values()]), changes.size);
  const inputs = controls(loaded, (change, isPublished) => {
    if (isPublished) changes.delete(change.id);
    else changes.set(change.id, change);
    recompute();
  });
  const resetAll = () => {
    changes.clear();
    inputs.reset();
    recompute();
  };
  const tryIt = ({ kind, id, to }: NearestChange) => {
    resetAll();
    inputs.set(id, to);
    changes.set(id, { kind, id, value: to });
    recompute();
  };
  recompute();
  return el(
    'div',
    { class: 'what-if' },
    nearestParts(loaded, nearestChanges(baseline), tryIt),
    result.element,
    inputs.element,
    el('p', {}, button('Reset all inputs', resetAll)),
  );
}

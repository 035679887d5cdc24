// The line between the list and the document. It is dragged, or moved with the arrow keys, and keeps its place.

import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import styles from './divider.module.css';

const STORED = 'approvals.list-share';
/** Of the width, in percent. The style sheet has the least widths in pixels. */
const USUAL = 45;
const LEAST = 25;
const MOST = 70;
const STEP = 2;

function readShare(): number {
  const stored = Number(localStorage.getItem(STORED));
  return stored >= LEAST && stored <= MOST ? stored : USUAL;
}

export function Divided({ list, detail }: { list: ReactNode; detail: ReactNode }) {
  const [share, setShare] = useState(readShare);
  const whole = useRef<HTMLDivElement>(null);
  const move = (wanted: number) => {
    const kept = Math.round(Math.min(MOST, Math.max(LEAST, wanted)) * 10) / 10;
    localStorage.setItem(STORED, String(kept));
    setShare(kept);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: LEAST, End: MOST }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    move(wanted);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = whole.current!.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  };
  return (
    <div ref={whole} className={styles.divided} style={{ '--list': `${share}%` } as CSSProperties}>
      {list}
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is no rule */}
      <div
        role="separator"
        tabIndex={0}
        className={styles.divider}
        aria-label="Width of the list"
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => move(USUAL)}
      />
      {detail}
    </div>
  );
}

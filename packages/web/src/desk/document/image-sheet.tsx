// An image on a white sheet. It cannot be searched, so the quote is beside it.

import { useRef, useState } from 'react';
import styles from './document.module.css';
import { useInView } from './in-view.ts';
import { documentAddress } from './load.ts';
import { Cited } from './notes.tsx';
import { Room } from './room.tsx';
import type { SheetProps } from './sheet-props.ts';

interface ImageSheetProps extends SheetProps {
  /** Null until the reader stays with it. */
  sha256: string | null;
  title: string;
}

export function ImageSheet({ sha256, title, quote, onShown }: ImageSheetProps) {
  const room = useRef<HTMLElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'broken'>('loading');
  useInView(image, state === 'drawn' ? sha256 : null, () => onShown?.('page'));
  if (state === 'broken')
    return <Cited quote={quote} why="This is stored as an image, but it cannot be drawn as one." />;
  return (
    <>
      {quote === null ? null : (
        <Cited quote={quote} why="Quote not searched: this is an image. Look for it in the picture." />
      )}
      <Room room={room}>
        <div className={styles.sheet}>
          {sha256 === null ? null : (
            <img
              ref={image}
              src={documentAddress(sha256)}
              alt={title}
              onLoad={() => setState('drawn')}
              onError={() => setState('broken')}
            />
          )}
        </div>
      </Room>
    </>
  );
}

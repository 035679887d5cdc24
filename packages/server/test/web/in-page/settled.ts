// A page is ready when it has its heading, nothing on it waits for an answer, its fonts are there and it is drawn.

/** The page of components shows one that loads for ever. */
export async function settled(loadsForEver: boolean): Promise<void> {
  do {
    await document.fonts.ready;
    await nextFrame();
    await nextFrame();
    await new Promise((resolve) => requestIdleCallback(resolve));
  } while (document.querySelector('h1') === null || (!loadsForEver && isWaiting()));
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const isWaiting = () => document.querySelector('[aria-busy="true"]') !== null;

/** A page whose fonts come late is drawn with those of the machine. */
export function isInOurFont(): boolean {
  const pen = document.createElement('canvas').getContext('2d')!;
  const widthIn = (font: string) => {
    pen.font = `16px ${font}`;
    return pen.measureText('Risk indicators').width;
  };
  return widthIn('Inter, monospace') !== widthIn('monospace');
}

// What an address shows that leads nowhere: in the frame of the area that it is in, or alone.

import { SITE_NAME } from './site-name.ts';
import { Title } from './title.tsx';

const TITLE = 'Page not found';
const WHY = 'Check the address: there is no page here, or not any more.';

interface NotFoundHereProps {
  /** Where to go instead. */
  to: string;
  label: string;
}

export function NotFoundHere({ to, label }: NotFoundHereProps) {
  return (
    <>
      <Title title={TITLE} />
      <p>{WHY}</p>
      <p className="way-on">
        <a href={to}>{label}</a>
      </p>
    </>
  );
}

export function NotFoundOnSite() {
  return (
    <main className="lonely" id="main" tabIndex={-1}>
      <title>{`${TITLE} · ${SITE_NAME}`}</title>
      <h1>{TITLE}</h1>
      <p>{WHY}</p>
      <p>
        <a href="/">Go to the scores</a>
      </p>
    </main>
  );
}

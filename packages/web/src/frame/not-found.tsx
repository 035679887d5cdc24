// What an address shows that leads nowhere: in the frame of the area that it is in, or under the header of the site.

import { useSiteHeader } from './site-header.ts';
import { SITE_NAME } from './site-name.ts';

interface NotFoundProps {
  /** Where to go instead. */
  to: string;
  label: string;
}

/** Inside the frame of an area. */
export function NotFoundHere({ to, label }: NotFoundProps) {
  return (
    <div className="lonely">
      <title>{`Page not found · ${SITE_NAME}`}</title>
      <h1>Page not found</h1>
      <p>Check the address: there is no page here, or not any more.</p>
      <p>
        <a href={to}>{label}</a>
      </p>
    </div>
  );
}

export function NotFoundOnSite() {
  useSiteHeader();
  return (
    <main id="main">
      <NotFoundHere to="/" label="Go to the scores" />
    </main>
  );
}

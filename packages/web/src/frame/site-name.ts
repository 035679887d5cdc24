// The name of the service, which a self-hoster sets. The server writes it into the page.

const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');

export const SITE_NAME = meta?.content ?? '';

// Words that people type for something that the guides call by another name. Each leads to words of the guides; several
// words with spaces must all be found. Other names of a whole page are in the table of the server.

export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  offset: ['cursor'],
  okta: ['oidc'],
  entra: ['oidc'],
  totp: ['two factor'],
  alert: ['webhook', 'runbook'],
  throttling: ['rate limit'],
  apikey: ['api key'],
  rating: ['score'],
  grade: ['score'],
  removed: ['withdrawn'],
  delisted: ['withdrawn'],
  excel: ['csv', 'spreadsheet'],
  embed: ['badge'],
  widget: ['badge'],
  rss: ['feed'],
  docker: ['container'],
  podman: ['container'],
  kubernetes: ['container'],
  postgres: ['postgresql'],
  hmac: ['signature'],
  merkle: ['transparency log'],
  gdpr: ['erase name'],
};

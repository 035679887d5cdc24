// Examples of acts about the service itself: incidents, its state, the log, verifications and the audit trail.

import { type Example, example, keep } from './example.ts';

export const SERVICE: readonly Example[] = [
  example({
    name: 'incidents.open',
    by: 'operator',
    input: () => ({ title: 'Feeds are late', impact: 'degraded' }),
    after: keep('incident', 'id'),
  }),
  example({
    name: 'incidents.update',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.incident!, detail: 'A disk is slow.' }),
  }),
  example({ name: 'incidents.resolve', by: 'operator', input: ({ kept }) => ({ id: kept.incident! }) }),
  example({ name: 'incidents.list', by: 'analyst', input: () => ({}) }),
  example({ name: 'service.show', by: 'analyst', input: () => ({}) }),
  example({ name: 'service.examine', by: 'operator', input: () => ({}) }),
  example({ name: 'log.show', by: 'reviewer', input: () => ({}) }),
  example({ name: 'verifications.start', by: 'analyst', input: () => ({}) }),
  example({ name: 'verifications.list', by: 'analyst', input: () => ({}) }),
];

export const AUDIT: readonly Example[] = [
  example({ name: 'audit.list', by: 'officer', input: () => ({ actor: 'Bo', action: 'staff.' }) }),
];

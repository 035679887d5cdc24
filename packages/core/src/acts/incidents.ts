// Bindings of the acts about incidents.

import { openIncident, resolveIncident, updateIncident } from '../desk/status/incidents.ts';
import { INCIDENT_ORDER, listIncidents } from '../desk/status/list-incidents.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const incidentBindings: Bindings<ActsAbout<'incidents'>> = {
  'incidents.list': ({ context }, _, { ongoing, ...page }) =>
    INCIDENT_ORDER.page(page, (portion) => listIncidents(context.store.db, { ongoing }, portion)),
  'incidents.open': ({ context }, actor, incident) => openIncident(context, actor, incident),
  'incidents.update': ({ context }, actor, { id, seen, ...change }) =>
    updateIncident(context, actor, id, change, seen),
  'incidents.resolve': ({ context }, actor, { id, detail, seen }) =>
    resolveIncident(context, actor, id, detail, seen),
};

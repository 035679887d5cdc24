// Converts one part of a score change from the engine to the API format.

import type { ChangePart } from '@rf-indicators/contract';
import { points } from '@rf-indicators/core/desk/snapshots/decision';
import type { Change, Methodology } from '@rf-indicators/engine';

export function wirePart(part: Change['parts'][number], methodology: Methodology): ChangePart {
  const { criterion_id, module_id } = part;
  return {
    kind: part.kind,
    criterion_id,
    criterion_label: criterion_id && (methodology.criterionById.get(criterion_id)?.label ?? null),
    module_id,
    module_label: module_id && (methodology.modules.find(({ id }) => id === module_id)?.label ?? null),
    before: part.before,
    after: part.after,
    points: points(part.points),
  };
}

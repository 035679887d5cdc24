import {
  type GetEvidenceOutlookInput,
  type GetEvidenceOutlookResult,
  OUTLOOK_DAYS,
} from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { outlookOf } from '../../rendering/evidence-outlook.ts';
import type { Reading } from '../../rendering/reading.ts';
import { externalText, LONGEST } from '../external-text.ts';
import { findProvider } from '../find-provider.ts';
import { citation } from '../indicator-view.ts';
import { noIndicator } from '../no-indicator.ts';
import { resultEnd } from '../result-end.ts';

export async function getEvidenceOutlook(
  reading: Reading,
  input: GetEvidenceOutlookInput,
): Promise<GetEvidenceOutlookResult> {
  const { provider, by } = await findProvider(reading, input.provider_name);
  const [served] = await currentIndicators(reading.db, [provider.id]);
  if (served === undefined) throw await noIndicator(reading, provider);
  const outlook = await outlookOf(reading, served, OUTLOOK_DAYS);
  const { framework_version, scored_at, verification_id, from, to, meaning, steps, inputs } = outlook;
  const { first_lapse, first_band_change, gates_renewed } = outlook;
  const indicator = {
    name: externalText(provider.name, LONGEST.name),
    ...{ framework_version, scored_at, verification_id },
    stale: served.staleReason !== null,
  };
  const last = gates_renewed.steps.at(-1)!;
  const cite = (what: string) => `${citation(reading.baseUrl, indicator, what)} ${meaning}`;
  return {
    matched_by: by,
    provider_id: provider.id,
    slug: provider.slug,
    ...indicator,
    ...{ from, to, meaning, first_lapse, first_band_change, steps, inputs },
    gates_renewed: {
      first_band_change: gates_renewed.first_band_change,
      last_day: to,
      final_score: last.final_score!,
      risk_band: last.risk_band!,
    },
    cite_as: {
      first_lapse:
        first_lapse &&
        cite(
          `has no score from ${first_lapse.lapses_on} and is withdrawn on ${first_lapse.withdrawn_on} if nothing is renewed (${first_lapse.label} was last checked on ${first_lapse.evidence_date})`,
        ),
      first_band_change:
        first_band_change &&
        cite(
          `is in the risk band ${first_band_change.to} from ${first_band_change.date} if nothing is renewed`,
        ),
      gates_renewed: cite(
        `has a risk score of ${JSON.stringify(last.final_score)} out of 100 on ${to}, in the risk band ${last.risk_band}, if only its gates are renewed`,
      ),
    },
    ...resultEnd(reading),
  };
}

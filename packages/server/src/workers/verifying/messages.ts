// Settings of the threads of rf verify --all.

import type { CheckMaterial } from '@rf-indicators/core/desk/log/portion-checks';
import type { StoreLocation } from '@rf-indicators/core/store/store';

export interface VerifierSettings {
  material: CheckMaterial;
  location: StoreLocation;
}

// The encryption of second factors and recovery codes, which is that of better-auth. Loaded with its first use.

import type { SecondFactorCipher } from '@rf-indicators/core/resealing/sealed-values';

const load = () => import('better-auth/crypto');

export const secondFactorCipher: SecondFactorCipher = {
  encrypt: async (key, data) => (await load()).symmetricEncrypt({ key, data }),
  decrypt: async (key, data) => (await load()).symmetricDecrypt({ key, data }),
};

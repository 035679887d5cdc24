// A rate limit that is the same for every client address or person.

import type { RatePolicy } from './rate-headers.ts';
import type { RateLimiter } from './rate-limiter.ts';

export interface AddressLimit<Limiter extends RateLimiter = RateLimiter> {
  limiter: Limiter;
  limit: number;
  policy: RatePolicy;
}

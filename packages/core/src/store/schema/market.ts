// Tables of issuances and of score requests from the public.

export interface MarketTables {
  issuances: {
    id: string;
    provider_id: string | null;
    issuer_name: string;
    name: string;
    ticker: string | null;
    type: 'preferred_share' | 'bond';
    status: IssuanceStatus;
    currency: string;
    amount: string | null;
    coupon_rate: string | null;
    price: string | null;
    announced_on: string;
    pricing_on: string | null;
    settles_on: string | null;
    source_url: string | null;
    updated_at: number;
  };
  score_requests: {
    id: string;
    provider_name: string;
    provider_url: string | null;
    planner_type: string | null;
    contact_email: string | null;
    message: string | null;
    status: ScoreRequestStatus;
    received_at: number;
    decided_at: number | null;
    decided_by: string | null;
    /** Set once the status is `scored`. */
    provider_id: string | null;
  };
  score_request_notes: { id: string; request_id: string; noted_at: number; noted_by: string; note: string };
}

export type IssuanceStatus = 'ANNOUNCED' | 'PRICING' | 'ISSUED' | 'WITHDRAWN';

export type ScoreRequestStatus = 'received' | 'accepted' | 'declined' | 'scored';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../rendering/reading.ts';

/** An admitted request with validated parameters and body. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  parameters: Parameters;
  body: unknown;
}

export type Handler = (exchange: Exchange) => void | Promise<void>;

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parameters } from '../rendering/reading.ts';

/** A request that passed the door, with parameters and body that have the form the contract asks for. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  parameters: Parameters;
  body: unknown;
}

export type Handler = (exchange: Exchange) => void | Promise<void>;

// Names are compared in the store as pages and clients compare them.

export { fold } from '@rf-indicators/contract/fold';

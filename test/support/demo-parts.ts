// Parts of the demo that tests of core build their world from.

export { fictionalEvidence, REGISTER_CHECK } from '../../packages/server/src/demo/evidence.ts';
export {
  type SampleProvider,
  sampleProviders,
  shippedFramework,
  slugOf,
} from '../../packages/server/src/demo/founding.ts';
export { type SimulatedDesk, simulatedDesk } from '../../packages/server/src/demo/simulated-desk.ts';

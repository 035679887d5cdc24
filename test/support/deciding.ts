// The committee in tests: it meets and accepts what is put before it, as in the demo.

export { decideDraft, decideMatter, type Meeting } from '../../packages/server/src/demo/committee.ts';

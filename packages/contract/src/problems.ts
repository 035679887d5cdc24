// One catalogue of problem codes. The public detail is a sentence for the caller; internal causes are
// logged, never sent.

export interface ProblemKind {
  status: number;
  title: string;
  detail: string;
}

export const PROBLEMS = {
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this path. The documentation lists every path there is.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not take this method. The Allow header lists those it takes.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side. Quote the request id if you report it.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

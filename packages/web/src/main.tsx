// Starts the application.

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isProblem, ProblemError } from './api/problem.ts';
import { SESSION_KEY } from './api/session.ts';
import { makeRouter } from './router.tsx';

const client = new QueryClient({
  queryCache: new QueryCache({
    // The session has ended: ask who is signed in, which leads to the sign-in page.
    onError: (error, { queryKey }) => {
      if (isProblem(error, 'not_signed_in') && queryKey[0] !== SESSION_KEY[0])
        void client.invalidateQueries({ queryKey: SESSION_KEY }).then(() => router.invalidate());
    },
  }),
  defaultOptions: {
    // A refusal stays one; a cut connection is tried again.
    queries: { retry: (failures, error) => !(error instanceof ProblemError) && failures < 3, staleTime: 5000 },
  },
});
const router = makeRouter(client);

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

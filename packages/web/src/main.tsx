// Starts the application.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ProblemError } from './api/problem.ts';
import { makeRouter } from './router.tsx';
import { SignInAgain } from './sign-in/again.tsx';

const client = new QueryClient({
  defaultOptions: {
    // A refusal stays one; a cut connection is tried again. Without a network, pages say so instead of waiting for one.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: (failures, error) => !(error instanceof ProblemError) && failures < 3,
      staleTime: 5000,
    },
  },
});
const router = makeRouter(client);

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <SignInAgain />
    </QueryClientProvider>
  </StrictMode>,
);

import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../platform/query-client.ts';
import { SessionProvider } from '../platform/session.tsx';
import { Appearance } from '../ui/appearance.tsx';
import { usePagePrefetch } from './use-page-prefetch.ts';

/** Provides the theme, the query client and the session to the app's screens. The landing page doesn't use them. */
export default function FrameLayout() {
  const [queryClient] = useState(createQueryClient);
  usePagePrefetch();
  return (
    <Appearance>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Outlet />
        </SessionProvider>
      </QueryClientProvider>
    </Appearance>
  );
}

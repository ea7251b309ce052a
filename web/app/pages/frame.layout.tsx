import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../platform/query-client.ts';
import { SessionProvider } from '../platform/session.tsx';
import { Appearance } from '../ui/appearance.tsx';
import { PagePrefetch } from './page-prefetch.tsx';

/** Provides the theme, the query client and the session to every screen except the landing page. */
export default function FrameLayout() {
  const [queryClient] = useState(createQueryClient);
  return (
    <Appearance>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Outlet />
          <PagePrefetch />
        </SessionProvider>
      </QueryClientProvider>
    </Appearance>
  );
}

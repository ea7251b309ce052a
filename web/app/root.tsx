import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import headingFont from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFont from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import colorScheme from './color-scheme.js?raw';
import earlyStart from './early-start.js?raw';
import { apiBaseUrl } from './platform/api.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import css from './root.module.css';
import { LoadingScreen } from './ui/loading-screen.tsx';

export { ErrorBoundary } from './pages/failure-screen.tsx';

// The build renders these parts into the page. The app's scripts don't contain them: React keeps HTML that it finds in place of an empty
// string, if the element suppresses warnings about it.
const colorSchemeText = import.meta.env.SSR ? colorScheme : '';
const earlyStartText = import.meta.env.SSR ? earlyStart : '';
const frame = import.meta.env.SSR ? await import('./features/shell/prerendered-frame.tsx') : null;

const preload = (href: string) => ({
  rel: 'preload',
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
});

export function links() {
  return [
    preload(textFont),
    preload(headingFont),
    { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: '/site.webmanifest' },
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The server sets data-registration to its registration mode.
    <html lang="en" data-mantine-color-scheme="light" data-registration="open" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c191d" media="(prefers-color-scheme: dark)" />
        <script suppressHydrationWarning>{colorSchemeText}</script>
        <script data-api={apiBaseUrl} suppressHydrationWarning>
          {earlyStartText}
        </script>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * Shown while the app is loading, on every page except the landing page: the frame on signed-in screens, and otherwise the loading screen.
 * The build renders both into the page.
 */
export function HydrateFallback() {
  return (
    <>
      <div className={css['screen']}>
        <LoadingScreen />
      </div>
      <div className={css['frame']} suppressHydrationWarning>
        {frame === null ? (
          ''
        ) : (
          <>
            <style>{frame.loadingFrameStyles}</style>
            <frame.LoadingFrame />
          </>
        )}
      </div>
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import './mantine.css';
import './high-contrast.css';
import { lazyPart } from '../platform/lazy-part.ts';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sandpiper-color-scheme' });

/** Loaded on demand, so that the first screen doesn't wait for it. Until then, toasts are queued. */
const ToastPlace = lazyPart(async () => (await import('./toast-place.tsx')).ToastPlace);

/** Provides the theme and the toasts for the app's screens. The landing page doesn't use them. */
export function Appearance({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <Suspense>
        <ToastPlace />
      </Suspense>
      {children}
    </MantineProvider>
  );
}

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import './mantine.css';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sandpiper-color-scheme' });

/** Loads after the first screen. Toasts from before then are kept. */
const ToastPlace = lazy(async () => ({ default: (await import('./toast-place.tsx')).ToastPlace }));

/** The theme of every screen except the landing page, and the place for toasts. */
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

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import './mantine.css';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sandpiper-color-scheme' });

/** The look of every screen but the landing page, and the place where toasts appear. */
export function Appearance({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <Notifications position="top-right" limit={4} zIndex={1000} />
      {children}
    </MantineProvider>
  );
}

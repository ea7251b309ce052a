import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import css from './appearance.module.css';
import './mantine.css';
import { cssVariables, theme } from './theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'sandpiper-color-scheme' });

/** The theme of every screen except the landing page, and the place for toasts. */
export function Appearance({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <Notifications
        position="bottom-left"
        limit={4}
        zIndex={1000}
        classNames={{ root: css['toasts'] ?? '', notification: css['toast'] ?? '' }}
      />
      {children}
    </MantineProvider>
  );
}

import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { finishAppPage } from './app-page.ts';
import { finishLandingPage } from './landing-page.ts';

export default {
  appDirectory: 'app',
  ssr: false,
  prerender: ['/'],
  buildEnd: async ({ reactRouterConfig }) => {
    const clientFolder = join(reactRouterConfig.buildDirectory, 'client');
    await finishLandingPage(clientFolder);
    await finishAppPage(clientFolder);
  },
} satisfies Config;

import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { finishLandingPage } from './landing-page.ts';

export default {
  appDirectory: 'app',
  ssr: false,
  prerender: ['/'],
  buildEnd: ({ reactRouterConfig }) => finishLandingPage(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;

import { UserError } from '../src/platform/errors.ts';
import { readBuildConfig } from './config.ts';
import { windowsNode } from './windows-runtime.ts';

// Download Node for Windows and its license, so that a later build needs no network.
try {
  await windowsNode(readBuildConfig([]).cacheDir);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

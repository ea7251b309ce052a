import { UserError } from '../src/platform/errors.ts';
import { readBuildConfig } from './config.ts';
import { windowsNode } from './windows-runtime.ts';

/** Fetches Windows' Node ahead of a build, which then needs no network. */
try {
  await windowsNode(readBuildConfig([]).cacheDir);
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}

import { join } from 'node:path';
import { scriptBytes, screens } from './budget.ts';

/* Prints how much JavaScript each of the measured screens loads on a first visit. Fails if any screen exceeds its limit. */

const clientFolder = join(import.meta.dirname, 'build/client');
let passed = 0;
for (const screen of screens) {
  const bytes = scriptBytes(clientFolder, screen);
  const verdict = bytes <= screen.limitBytes ? 'ok' : 'OVER';
  if (verdict === 'ok') passed += 1;
  console.log(
    `${screen.name}: ${(bytes / 1000).toFixed(1)} KB of ${screen.limitBytes / 1000} KB gzipped JavaScript: ${verdict}`,
  );
}
console.log(`${passed} of ${screens.length} checks passed`);
process.exitCode = passed === screens.length ? 0 : 1;

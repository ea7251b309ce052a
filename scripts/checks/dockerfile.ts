import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { root } from '../bootstrap/project.mjs';
import { readManifest } from '../system/manifests.ts';
import type { Outcome } from './tools.ts';

/** Returns what the linter finds in a Dockerfile, and which of the project's own rules the file breaks. */
export function problemsOfDockerfile(text: string, nodeVersion: string): string[] {
  const found = validate(text, { deprecatedMaintainer: ValidationSeverity.ERROR });
  const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const lastStage = text.slice(text.lastIndexOf('\nFROM '));
  const user = /^USER (\S+)/m.exec(lastStage)?.[1];
  return [
    ...found.map(
      ({ range, message }) => `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
    ),
    ...images
      .filter((image) => !image.startsWith(`node:${nodeVersion}-`))
      .map((image) => `${image} is not Node ${nodeVersion}`),
    ...(user === undefined || user === 'root' ? ['The image runs as root.'] : []),
    ...(/^HEALTHCHECK /m.test(lastStage) ? [] : ['The image has no health check.']),
  ];
}

export function checkDockerfile(): Outcome {
  const node = readManifest().dependencies['node'] ?? '';
  const problems = problemsOfDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'), node);
  return { passed: problems.length === 0, output: problems.join('\n') };
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { problemsOfDockerfile } from './dockerfile.ts';

const good = `FROM node:24.1.0-slim AS build
RUN true

FROM node:24.1.0-slim
USER node
HEALTHCHECK CMD ["true"]
CMD ["node"]
`;

it('the check finds mistakes in a Dockerfile', () => {
  assert.deepEqual(problemsOfDockerfile(good, '24.1.0'), []);
  for (const [from, to, problem] of [
    ['RUN true', 'COPY a', /line 2: COPY requires at least two arguments/],
    ['RUN true', 'RUNN true', /line 2: Unknown instruction: RUNN/],
    ['USER node\n', '', /runs as root/],
    ['USER node', 'USER root', /runs as root/],
    ['HEALTHCHECK', 'LABEL a=b\n#', /no health check/],
    ['node:24.1.0-slim AS', 'node:24 AS', /node:24 is not Node 24\.1\.0/],
  ] as const)
    assert.match(problemsOfDockerfile(good.replace(from, to), '24.1.0').join('\n'), problem, to);
});

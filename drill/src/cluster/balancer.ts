import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@sandpiper/testkit/ports';
import { startProgram } from '@sandpiper/testkit/program';
import { untilAnswers } from '@sandpiper/testkit/readiness';
import { ensureBalancer } from '../../../scripts/system/balancer.ts';
import { inherited } from '../config.ts';
import { endWithUs } from './children.ts';

type Ports = { people: number; state: number; servers: readonly number[] };

/** Returns the haproxy configuration that docs/operations.md recommends, for the given ports, without TLS and with a status page. */
export function balancerSettings(ports: Ports): string {
  const servers = ports.servers.map((each, index) => `  server server${index + 1} 127.0.0.1:${each} check`);
  return `global
  maxconn 8000

defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 2s
  # The answer while no server is ready. It has the same format as Sandpiper's own errors.
  http-error status 503 content-type application/json string '{"error":"The server is not available right now. Try again in a moment.","code":"unavailable","requestId":""}' hdr retry-after 5

frontend people
  bind 127.0.0.1:${ports.people}
  default_backend servers

frontend state
  bind 127.0.0.1:${ports.state}
  stats enable
  stats uri /

backend servers
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr host sandpiper
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`;
}

export type Balancer = {
  url: string;
  /** Returns whether the balancer sends requests to this server. `index` starts at 0. */
  isUsing: (index: number) => Promise<boolean>;
  stop: () => Promise<void>;
};

export async function startBalancer(folder: string, servers: readonly number[]): Promise<Balancer> {
  const command = await ensureBalancer();
  const ports = { people: await freePort(), state: await freePort(), servers };
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, balancerSettings(ports));
  const program = startProgram('haproxy', { command, args: ['-db', '-f', file], env: inherited, ownGroup: false });
  endWithUs(program);
  const url = `http://127.0.0.1:${ports.people}`;
  await untilAnswers(program, `${url}/api/ready`);
  return {
    url,
    isUsing: async (index) => {
      const table = await (await fetch(`http://127.0.0.1:${ports.state}/;csv`)).text();
      return new RegExp(`^servers,server${index + 1},.*,UP,`, 'm').test(table);
    },
    stop: async () => {
      await program.stop();
    },
  };
}

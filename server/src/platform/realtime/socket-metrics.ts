import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { SocketServer } from './events.ts';

/** Adds a metric for this process's live connections. */
export function measureSockets(registry: Registry, io: SocketServer): void {
  const sockets = new Gauge({
    name: 'sandpiper_sockets',
    help: "This process's live connections, by kind of client",
    labelNames: ['kind'],
    registers: [],
    collect() {
      const kinds = [...io.of('/').sockets.values()].map(({ data }) => data.kind);
      this.set({ kind: 'browser' }, kinds.filter((kind) => kind === 'session').length);
      this.set({ kind: 'agent' }, kinds.filter((kind) => kind === 'agent').length);
    },
  });
  registry.registerMetric(sockets);
}

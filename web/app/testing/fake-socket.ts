import type { ServerEvents } from '@sandpiper/contract/events';
import type { LiveSocket } from '../platform/live.tsx';

type Listener = (...values: never[]) => void;

/** A fake live connection. Tests call its methods to connect, disconnect and receive events. */
export class FakeSocket implements LiveSocket {
  readonly sent: [string, number][] = [];
  isClosed = false;
  active = true;
  /** How many times `open` was called. */
  reopened = 0;
  readonly #named = new Map<string, Listener[]>();
  #any: ((event: string, ...values: unknown[]) => void)[] = [];

  on(event: string, listener: Listener): void {
    this.#named.set(event, [...(this.#named.get(event) ?? []), listener]);
  }

  onAny(listener: (event: string, ...values: unknown[]) => void): void {
    this.#any.push(listener);
  }

  offAny(listener: (event: string, ...values: unknown[]) => void): void {
    this.#any = this.#any.filter((each) => each !== listener);
  }

  emit(event: string, userId: number): void {
    this.sent.push([event, userId]);
  }

  open(): void {
    this.reopened += 1;
    this.active = true;
  }

  close(): void {
    this.isClosed = true;
    this.active = false;
  }

  connect(): void {
    this.#tell('connect', []);
  }

  /** Simulates a server that can't be reached. The socket keeps trying to reconnect. */
  failToConnect(): void {
    this.#tell('connect_error', [new Error('unreachable')]);
  }

  /** Simulates a server that rejects the connection, after which the socket doesn't reconnect automatically. */
  refuse(code: string): void {
    this.active = false;
    this.#tell('connect_error', [Object.assign(new Error('refused'), { data: { code } })]);
  }

  disconnect(): void {
    this.#tell('disconnect', []);
  }

  /** Simulates an event from the server. */
  receive<Name extends keyof ServerEvents>(event: Name, ...values: Parameters<ServerEvents[Name]>): void {
    this.#tell(event, values);
    for (const listener of this.#any) listener(event, ...values);
  }

  #tell(event: string, values: unknown[]): void {
    for (const listener of this.#named.get(event) ?? []) Reflect.apply(listener, undefined, values);
  }
}

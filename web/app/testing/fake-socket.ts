import type { ServerEvents } from '@sandpiper/contract/events';
import type { LiveSocket } from '../platform/live.tsx';

type Listener = (...values: never[]) => void;

/** A live connection that the test controls: it connects, drops and receives events on demand. */
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

  /** Acts as if the server couldn't be reached. The socket retries on its own. */
  failToConnect(): void {
    this.#tell('connect_error', [new Error('unreachable')]);
  }

  /** Acts as if the server refused the connection. The socket gives up. */
  refuse(code: string): void {
    this.active = false;
    this.#tell('connect_error', [Object.assign(new Error('refused'), { data: { code } })]);
  }

  disconnect(): void {
    this.#tell('disconnect', []);
  }

  /** Delivers an event from the server. */
  receive<Name extends keyof ServerEvents>(event: Name, ...values: Parameters<ServerEvents[Name]>): void {
    this.#tell(event, values);
    for (const listener of this.#any) listener(event, ...values);
  }

  #tell(event: string, values: unknown[]): void {
    for (const listener of this.#named.get(event) ?? []) Reflect.apply(listener, undefined, values);
  }
}

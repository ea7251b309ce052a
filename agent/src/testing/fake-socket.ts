import { EventEmitter } from 'node:events';
import type { WorkSocket } from '../tasks/work-notifications.ts';

/** A socket without a network. The test sets its state and emits its events. */
export class FakeSocket extends EventEmitter implements WorkSocket {
  active = true;
  connected = false;
  opened = 0;
  open(): void {
    this.opened += 1;
  }
  close(): void {
    this.active = false;
    this.emit('disconnect');
  }
}

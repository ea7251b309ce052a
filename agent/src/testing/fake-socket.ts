import { EventEmitter } from 'node:events';
import type { WorkSocket } from '../tasks/work-notifications.ts';

/** A socket that the test opens and closes. `active` works as it does in Socket.IO. */
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

import { createReader } from './reader-work.ts';
import type { ReaderOrder } from './reader-messages.ts';

const take = createReader((report) => self.postMessage(report, { transfer: [] }));

self.addEventListener('message', ({ data }: MessageEvent<ReaderOrder>) => take(data));

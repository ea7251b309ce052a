import { app } from '../../server/src/app.ts';
export const kit = app;

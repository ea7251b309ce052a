import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorForLog } from './log-errors.ts';
import { newToken, tokenKinds } from './secrets/tokens.ts';

describe('the log entry for an error', () => {
  it('masks every kind of token', () => {
    const message = tokenKinds.map((kind) => newToken(kind)).join(', ');
    const masked = tokenKinds.map((kind) => `sandpiper_${kind}_***`).join(', ');
    assert.equal(errorForLog(new Error(message)).message, masked);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMailer } from './mailer.ts';

describe('the sender of emails', () => {
  it('is the given address, otherwise the username if that is an address, and otherwise an address at the mail server', () => {
    const senderOf = (url: string, from: string | null = null) => createMailer(url, from).sender;
    assert.equal(senderOf('smtp://apikey:x@mail.example.com', 'desk@example.com'), 'desk@example.com');
    assert.equal(senderOf('smtp://anna%40example.com:x@mail.example.com'), 'anna@example.com');
    assert.equal(senderOf('smtp://apikey:x@mail.example.com'), 'sandpiper@mail.example.com');
    assert.equal(senderOf('smtp://100%:x@mail.example.com'), 'sandpiper@mail.example.com', 'a % that is not a code');
  });
});

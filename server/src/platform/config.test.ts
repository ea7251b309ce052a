import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig, settingNames } from './config.ts';
import { OperatorError } from './operator-error.ts';

const root = new URL('../../../', import.meta.url);

describe('the settings', () => {
  it('are all in .env.example, with their defaults', async () => {
    const example = await readFile(new URL('.env.example', root), 'utf8');
    const lines = [...example.matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)];
    assert.deepEqual(lines.map(([, , name = '']) => name).toSorted(), settingNames.toSorted());
    const set = lines
      .filter(([, comment]) => comment === undefined)
      .map(([, , name = '', value = '']) => [name, value]);
    const values: Record<string, string> = Object.fromEntries(set);
    for (const name of ['WEB_DIR', 'INSTALLER_DIR']) {
      values[name] = fileURLToPath(new URL(values[name] ?? '', root));
    }
    assert.deepEqual(readConfig(values), readConfig({}));
  });

  it('are all explained in docs/operations.md', async () => {
    const page = await readFile(new URL('docs/operations.md', root), 'utf8');
    const [, settings = ''] = /^## Settings$(.*?)^## /ms.exec(page) ?? [];
    const rows = [...settings.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(([, name = '']) => name);
    assert.deepEqual(rows.toSorted(), settingNames.toSorted());
  });
});

describe('a setting with an invalid value', () => {
  for (const [name, value, text] of [
    ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be an address that begins with postgres:// or postgresql://'],
    ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 6 characters'],
  ] as const) {
    it(`is refused with an error that says what is allowed (${name})`, () => {
      assert.throws(() => readConfig({ [name]: value }), new OperatorError(text));
    });
  }
});

describe('the address of a database or mail server', () => {
  it('is refused with advice if it cannot be parsed because of a special character', () => {
    const advice = /^Error: \w+ is not a valid address\. .* # as %23/;
    assert.throws(() => readConfig({ DATABASE_URL: 'postgresql://anna:a#b@localhost/sandpiper' }), advice);
    assert.throws(() => readConfig({ SMTP_URL: 'smtps://anna:a#b@mail.example.com' }), advice);
    const encoded = 'postgresql://anna:a%23b@localhost/sandpiper';
    assert.equal(readConfig({ DATABASE_URL: encoded }).databaseUrl, encoded);
  });

  it('can be the address of a local socket in DATABASE_URL', () => {
    const socket = 'postgresql:///sandpiper?host=/run/postgresql';
    assert.equal(readConfig({ DATABASE_URL: socket }).databaseUrl, socket);
  });

  it('must begin with smtp:// and name the server in SMTP_URL', () => {
    assert.throws(() => readConfig({ SMTP_URL: 'smtp:mail.example.com' }), /must be an address that begins with smtp:/);
    assert.throws(() => readConfig({ SMTP_URL: 'smtp://' }), /must name the mail server/);
  });
});

describe('MAIL_FROM', () => {
  it('accepts only an email address, because a name before it would become part of the sender’s address', () => {
    for (const value of ['sandpiper@example.com', 'sandpiper@localhost', 'sandpiper@example.com ']) {
      assert.equal(readConfig({ MAIL_FROM: value }).mailFrom, value.trim());
    }
    for (const value of [
      'Sandpiper <sandpiper@example.com>',
      '<sandpiper@example.com>',
      'a@example.com, b@example.com',
      '@',
    ]) {
      assert.throws(() => readConfig({ MAIL_FROM: value }), /^Error: MAIL_FROM must be only an email address/, value);
    }
  });
});

describe('MAIL_TO', () => {
  it('is one or more email addresses, with or without names', () => {
    for (const value of ['support@example.com', 'Support <support@example.com>', 'a@example.com, b@example.com'])
      assert.equal(readConfig({ MAIL_TO: value }).mailTo, value);
    for (const value of ['@', 'support@', '@example.com', 'support @ example.com'])
      assert.throws(() => readConfig({ MAIL_TO: value }), /^Error: MAIL_TO must be an email address$/, value);
  });
});

describe('HELP_URL', () => {
  it('can be a page on any server', () => {
    const page = 'https://help.example.com/sandpiper?lang=en#agent';
    assert.equal(readConfig({ HELP_URL: page }).helpUrl, page);
    assert.equal(readConfig({}).helpUrl, null);
    assert.throws(() => readConfig({ HELP_URL: 'javascript:alert(1)' }), /^Error: HELP_URL /);
  });
});

describe('PUBLIC_URL', () => {
  it('is the server’s origin, because the web app does not work under a path', () => {
    assert.equal(
      readConfig({ PUBLIC_URL: 'https://sandpiper.example.com/' }).publicUrl,
      'https://sandpiper.example.com',
    );
    for (const value of [
      ' https://sandpiper.example.com',
      'https:sandpiper.example.com',
      'https://Sandpiper.example.com',
    ]) {
      // The URL parser accepts these, but links that begin with them don't work everywhere, so they are normalized.
      assert.equal(readConfig({ PUBLIC_URL: value }).publicUrl, 'https://sandpiper.example.com', value);
    }
    for (const ending of ['/app', '/?a=b', '/#a']) {
      const value = `https://sandpiper.example.com${ending}`;
      assert.throws(() => readConfig({ PUBLIC_URL: value }), /^Error: PUBLIC_URL must end with the host/, value);
    }
  });

  it('must begin with https: or http:', () => {
    const expected = /^Error: PUBLIC_URL must be an address that begins with http:\/\/ or https:\/\/$/;
    assert.throws(() => readConfig({ PUBLIC_URL: 'sandpiper.example.com' }), expected);
    assert.throws(() => readConfig({ PUBLIC_URL: 'localhost:3000' }), expected);
  });
});

describe('TERMS_URL and PRIVACY_URL', () => {
  const read = (value: string) => readConfig({ TERMS_URL: value, PRIVACY_URL: value });

  it('are addresses, or paths on the server’s own address', () => {
    assert.deepEqual([readConfig({}).termsUrl, readConfig({}).privacyUrl], [null, null]);
    for (const [value, link] of [
      ['https://example.com/terms', 'https://example.com/terms'],
      [' HTTP://Example.com ', 'http://example.com/'],
      ['/terms', '/terms'],
      ['/legal/a b"?x=<1>#part', '/legal/a%20b%22?x=%3C1%3E#part'],
    ] as const) {
      assert.deepEqual([read(value).termsUrl, read(value).privacyUrl], [link, link]);
    }
  });

  it('are refused if they are anything else', () => {
    for (const value of ['example.com/terms', 'terms', 'javascript:alert(1)', '//example.com', '/\\example.com']) {
      assert.throws(
        () => readConfig({ PRIVACY_URL: value }),
        /^Error: PRIVACY_URL must be an address that begins/,
        value,
      );
    }
  });
});

describe('ALLOWED_ORIGINS', () => {
  it('is a list of origins, and is empty by default', () => {
    assert.deepEqual(readConfig({}).allowedOrigins, []);
    const value = 'https://app.example.com, http://localhost:5173';
    assert.deepEqual(readConfig({ ALLOWED_ORIGINS: value }).allowedOrigins, [
      'https://app.example.com',
      'http://localhost:5173',
    ]);
  });

  it('can contain other spellings of an origin', () => {
    const value = 'https://a.com/,https://B.com,https://c.com:443,http://d.com:80/';
    const origins = ['https://a.com', 'https://b.com', 'https://c.com', 'http://d.com'];
    assert.deepEqual(readConfig({ ALLOWED_ORIGINS: value }).allowedOrigins, origins);
  });

  it('is refused with the reason if it contains anything other than origins', () => {
    const examples = 'must be origins such as https://app.example.com, separated by commas';
    for (const [value, why] of [
      ['*', '"*" doesn\'t begin with http:// or https://'],
      ['example.com', '"example.com" doesn\'t begin with http:// or https://'],
      ['ftp://example.com', '"ftp://example.com" doesn\'t begin with http:// or https://'],
      ['null', '"null" doesn\'t begin with http:// or https://'],
      ['https://a.com,', '"" doesn\'t begin with http:// or https://'],
      ['https://a.com,https://b.com/app', '"https://b.com/app" contains more than the host and the port'],
      ['https://anna@a.com', '"https://anna@a.com" contains more than the host and the port'],
    ] as const) {
      const expected = new OperatorError(`ALLOWED_ORIGINS ${examples}, but ${why}`);
      assert.throws(() => readConfig({ ALLOWED_ORIGINS: value }), expected);
    }
  });
});

describe('SANDBOX_INSTAGRAM_URL', () => {
  const imitation = { SANDBOX_INSTAGRAM_URL: 'http://127.0.0.1:4000/' };

  it('is the origin of the imitation Instagram, for a server in sandbox mode', () => {
    assert.equal(readConfig({ SANDBOX: '1', ...imitation }).instagramUrl, 'http://127.0.0.1:4000');
    assert.equal(readConfig({ SANDBOX: '1' }).instagramUrl, null);
    assert.equal(readConfig(imitation).instagramUrl, null, 'only in sandbox mode');
  });

  it('is refused if it is not an address', () => {
    const text = /^Error: SANDBOX_INSTAGRAM_URL must be an address/;
    assert.throws(() => readConfig({ SANDBOX_INSTAGRAM_URL: 'imitation' }), text);
  });
});

describe('TRUST_PROXY', () => {
  const read = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy;

  it('trusts only proxies on this computer if it is omitted', () => {
    assert.deepEqual(readConfig({}).trustProxy, ['loopback']);
    assert.deepEqual(read(''), ['loopback']);
  });

  it('is a number of proxies, or a list of addresses and ranges', () => {
    assert.equal(read('0'), 0);
    assert.equal(read('2'), 2);
    assert.deepEqual(read('10.0.0.5, 172.16.0.0/12,fd00::/8 ,::1'), ['10.0.0.5', '172.16.0.0/12', 'fd00::/8', '::1']);
    assert.deepEqual(read('loopback,uniquelocal'), ['loopback', 'uniquelocal']);
  });

  it('is refused with a clear message if it is neither an allowed number nor a list of valid addresses and ranges', () => {
    const words = ['true', 'yes', '-1', '1.5', '11', '999', 'proxy.example.com'];
    const addresses = ['10.0.0', '10.0.0.0/33', 'fd00::/129', '0.0.0.0/0', '::/0', '10.0.0.0/', '/8', '10.0.0.0/8/8'];
    const lists = ['10.0.0.1,', ',', '10.0.0.1 10.0.0.2', '10.0.0.1,2'];
    for (const value of [...words, ...addresses, ...lists]) {
      assert.throws(
        () => read(value),
        (error) => error instanceof OperatorError && error.message.startsWith('TRUST_PROXY must be the number of '),
        value,
      );
    }
  });
});

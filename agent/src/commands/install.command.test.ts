import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchdPlist, systemdUnit } from './install.command.ts';

const program = { node: '/opt/no de/node', script: "/opt/a'b/main.ts" };

test('the systemd unit quotes what systemd would read otherwise', () => {
  const unit = systemdUnit(program, ['--server', 'https://a.example/100%', '--data-dir', '/home/$me']);
  assert.match(
    unit,
    /^ExecStart="\/opt\/no de\/node" "\/opt\/a'b\/main\.ts" "run" "--server" "https:\/\/a\.example\/100%%" "--data-dir" "\/home\/\$\$me"$/mu,
  );
  assert.match(unit, /^WantedBy=graphical-session\.target$/mu);
  assert.match(systemdUnit(program, ['--headless']), /^WantedBy=default\.target$/mu);
});

test('the launchd file is well formed and starts the agent at sign-in', () => {
  const plist = launchdPlist(program, ['--server', 'https://a.example/?x=1&y=<2>'], '/log');
  assert.match(plist, /<key>RunAtLoad<\/key><true\/>/u);
  assert.match(plist, /x=1&#38;y=&#60;2&#62;/u);
  assert.match(plist, /<string>run<\/string>/u);
});

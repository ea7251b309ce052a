import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isInstallerTested, recordTestedInstaller } from './installer-record.ts';

describe("the installer's test record", () => {
  let base: string;
  const write = (file: string, text: string) => writeFileSync(join(base, file), text);
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'sandpiper-record-'));
    for (const folder of ['agent/package', 'agent/installer', 'agent/src/commands']) {
      mkdirSync(join(base, folder), { recursive: true });
    }
    write('agent/installer/setup.nsi', 'Section');
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('is missing at first, so the installer is tested', () => {
    assert.equal(isInstallerTested(base), false);
  });

  it('is valid as long as the tested sources are unchanged', () => {
    recordTestedInstaller(base);
    assert.equal(isInstallerTested(base), true);
  });

  it('becomes invalid when a source is changed, added or renamed', () => {
    recordTestedInstaller(base);
    write('agent/installer/setup.nsi', 'Section changed');
    assert.equal(isInstallerTested(base), false);
    recordTestedInstaller(base);
    write('agent/src/commands/install.command.ts', '');
    assert.equal(isInstallerTested(base), false);
    recordTestedInstaller(base);
    renameSync(join(base, 'agent/installer/setup.nsi'), join(base, 'agent/installer/other.nsi'));
    assert.equal(isInstallerTested(base), false);
  });
});

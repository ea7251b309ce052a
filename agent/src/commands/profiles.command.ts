import { openCreatedProfiles } from '../browser/created-profiles.ts';
import type { ProfilePlace } from '../browser/profile.editor.ts';
import { restoreProfile } from '../browser/profile.restore.ts';
import { openProfileTrash, type DeletedProfile } from '../browser/profile.trash.ts';
import { dayAndTime } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { UserError } from '../platform/errors.ts';
import type { Terminal } from '../platform/terminal.ts';

const usage = `Run one of these:
  sandpiper-agent profiles list
  sandpiper-agent profiles restore ID
  sandpiper-agent profiles purge ID`;

export function profilePlace({ machine, profilesDir, dataDir }: Config): ProfilePlace {
  return { machine, profilesDir, created: openCreatedProfiles(dataDir), trash: openProfileTrash(dataDir) };
}

function listText(profiles: readonly DeletedProfile[]): string {
  if (profiles.length === 0) return 'There are no deleted Firefox profiles on this computer.';
  const lines = profiles.map(({ id, name, path, deleted_at, expiresAt }) =>
    [id, dayAndTime(new Date(deleted_at)), dayAndTime(expiresAt), `${name} (${path})`].join('  '),
  );
  return [
    `${'ID'.padEnd(8)}  ${'Deleted'.padEnd(16)}  ${'Kept until'.padEnd(16)}  Firefox profile`,
    ...lines,
    '',
    'To restore one, run: sandpiper-agent profiles restore ID',
  ].join('\n');
}

/** Finds a deleted profile by its ID, or by its name if no other deleted profile has that name. */
function chosenProfile(profiles: readonly DeletedProfile[], word: string | undefined): DeletedProfile {
  if (word === undefined) throw new UserError(`Choose a profile by its ID from "sandpiper-agent profiles list".`);
  const found = profiles.filter(({ id, name }) => id === word || name === word);
  const [profile] = found;
  if (profile === undefined) {
    throw new UserError(
      `There is no deleted Firefox profile "${word}" on this computer. Run: sandpiper-agent profiles list`,
    );
  }
  if (found.length === 1) return profile;
  throw new UserError(
    `Several deleted Firefox profiles are named "${word}". Choose one by its ID:\n${listText(found)}`,
  );
}

/** Lists, restores or permanently deletes profiles that were deleted in the web app and are still on this computer. */
export async function profilesCommand(config: Config, terminal: Terminal): Promise<void> {
  const [action = 'list', word, ...rest] = config.words;
  if (!['list', 'restore', 'purge'].includes(action) || rest.length > 0 || (action === 'list' && word !== undefined))
    throw new UserError(usage);
  const place = profilePlace(config);
  const profiles = await place.trash.list();
  if (action === 'list') return terminal.print(listText(profiles));
  const profile = chosenProfile(profiles, word);
  if (action === 'restore') {
    const folder = await restoreProfile(place, profile, config.newName);
    return terminal.print(`The Firefox profile "${config.newName ?? profile.name}" was restored to ${folder}.`);
  }
  await place.trash.remove(profile.id);
  return terminal.print(`The Firefox profile "${profile.name}" was permanently deleted.`);
}

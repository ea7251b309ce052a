import { Autocomplete, Text } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { profilePathMaxLength } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import type { ComputerChoice } from '../../platform/computers.ts';
import { accountTexts } from './accounts.texts.ts';
import { useBrowserProfileChoices } from './browser-profile-choices.queries.ts';

const { form: texts } = accountTexts;

type ProfilePathInputProps = {
  isOpen: boolean;
  /** The computer whose Firefox profiles are offered. */
  choice: ComputerChoice;
  value: string;
  error: ReactNode;
  onChange: (path: string) => void;
  /** Called when the user chooses one of the profiles that the agent found. */
  onPick: (profile: BrowserProfile) => void;
};

/**
 * Returns true if the typed text is a path and no path in the agent's list starts with it. Returns false until the list has
 * loaded.
 */
function isUnlisted(path: string, listed: readonly string[] | undefined): boolean {
  const typed = path.trim();
  return /[/\\]/.test(typed) && listed !== undefined && !listed.some((each) => each.startsWith(typed));
}

function hintOf(isOnline: boolean | null, isLooking: boolean, found: number): string {
  if (found > 0) return texts.found(found);
  if (isOnline === false) return texts.offline;
  return isLooking ? texts.looking : texts.paste;
}

/** An input for a Firefox profile's folder. The user can pick a profile that the agent found or type a path. */
export function ProfilePathInput({ isOpen, choice, value, error, onChange, onPick }: ProfilePathInputProps) {
  const { profiles, listedPaths, isLooking } = useBrowserProfileChoices(isOpen, choice);
  const presence = useAgentPresence();
  const isOnline = choice.computer?.is_online ?? presence.isOnline;
  const byPath = new Map(profiles.map((profile) => [profile.path, profile]));
  return (
    <Autocomplete
      label={texts.path}
      description={
        isOnline === true && isUnlisted(value, listedPaths) ? texts.notFound : hintOf(isOnline, isLooking, byPath.size)
      }
      placeholder={texts.pathSample}
      required
      maxLength={profilePathMaxLength}
      data={[...byPath.keys()]}
      value={value}
      error={error}
      onChange={onChange}
      onOptionSubmit={(path) => {
        const picked = byPath.get(path);
        if (picked !== undefined) onPick(picked);
      }}
      renderOption={({ option }) => (
        <div>
          <Text size="sm">{byPath.get(option.value)?.name ?? option.value}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {option.value}
          </Text>
        </div>
      )}
    />
  );
}

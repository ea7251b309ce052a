import { Autocomplete, Text } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { profilePathMaxLength } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { startsPath } from '../../platform/browser-profiles.ts';
import { accountTexts } from './accounts.texts.ts';
import type { BrowserProfileChoices } from './browser-profile-choices.queries.ts';

const { form: texts } = accountTexts;

type ProfilePathInputProps = {
  choices: BrowserProfileChoices;
  value: string;
  error: ReactNode;
  onChange: (path: string) => void;
  /** Called when the user chooses one of the profiles that the agent found. */
  onPick: (profile: BrowserProfile) => void;
};

/**
 * Returns the hint below the label. It says that the folder wasn't found if the text looks like a path, all profiles are known, and no
 * profile's path starts with the text.
 */
function hintOf(value: string, { isOnline, isLooking, hasNone, profiles }: BrowserProfileChoices): string {
  if (/[/\\]/.test(value) && hasNone((path) => startsPath(value, path))) return texts.notFound;
  if (profiles.length > 0) return texts.found(profiles.length);
  if (isOnline === false) return texts.offline;
  return isLooking ? texts.looking : texts.paste;
}

/** An input for a Firefox profile's folder. The user can pick a profile that the agent found or type a path. */
export function ProfilePathInput({ choices, value, error, onChange, onPick }: ProfilePathInputProps) {
  const byPath = new Map(choices.profiles.map((profile) => [profile.path, profile]));
  return (
    <Autocomplete
      label={texts.path}
      description={hintOf(value, choices)}
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

import { Autocomplete, Text } from '@mantine/core';
import type { BrowserProfile } from '@sandpiper/contract/browser-profiles';
import { profilePathMaxLength } from '@sandpiper/contract/limits';
import type { ReactNode } from 'react';
import { useAgentPresence } from '../../platform/agent-presence.ts';
import { useBrowserProfileChoices } from './browser-profile-choices.queries.ts';

type ProfilePathInputProps = {
  isOpen: boolean;
  value: string;
  error: ReactNode;
  onChange: (path: string) => void;
  /** One of the profiles the agent found was chosen. */
  onPick: (profile: BrowserProfile) => void;
};

function hintOf(isOnline: boolean | null, isLooking: boolean, found: number): string {
  if (found > 0) return `Pick one of the ${found} that Sandpiper Agent found, or paste the folder.`;
  if (isOnline === false) return 'Sandpiper Agent is not connected, so paste the folder of the Firefox profile.';
  return isLooking
    ? 'Sandpiper Agent is looking for your Firefox profiles…'
    : 'Paste the folder of the Firefox profile.';
}

/** The folder of a Firefox profile: chosen from what the agent found, or typed. */
export function ProfilePathInput({ isOpen, value, error, onChange, onPick }: ProfilePathInputProps) {
  const { profiles, isLooking } = useBrowserProfileChoices(isOpen);
  const { isOnline } = useAgentPresence();
  const byPath = new Map(profiles.map((profile) => [profile.path, profile]));
  return (
    <Autocomplete
      label="Firefox profile"
      description={hintOf(isOnline, isLooking, byPath.size)}
      placeholder="/home/you/.mozilla/firefox/ab12cd34.work"
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

import { Button, Stack, Text } from '@mantine/core';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useKeepUser } from './user-deletion.queries.ts';
import { userDeletionTexts } from './user-deletion.texts.ts';

const texts = userDeletionTexts.pending;

/** Replaces every screen while a user's deletion is pending, and lets the user cancel it. */
export function KeepUser({ dueAt, onLogout }: { dueAt: string; onLogout: () => void }) {
  const keep = useKeepUser();
  return (
    <Stack>
      <Text>
        <RichText text={texts.when} tags={{ time: exactTimeAt(dueAt) }} />
      </Text>
      <Text>{texts.paused}</Text>
      <Button size="md" fullWidth loading={keep.isPending} onClick={() => keep.mutate()}>
        {texts.keep}
      </Button>
      <Button size="md" fullWidth variant="default" onClick={onLogout}>
        {texts.logOut}
      </Button>
    </Stack>
  );
}

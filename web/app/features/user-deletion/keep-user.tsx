import { Button, Stack, Text } from '@mantine/core';
import { exactTimeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useKeepUser } from './user-deletion.queries.ts';
import { userDeletionTexts } from './user-deletion.texts.ts';

const texts = userDeletionTexts.pending;

/** Says when the user account will be deleted, and lets the user cancel the deletion. */
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

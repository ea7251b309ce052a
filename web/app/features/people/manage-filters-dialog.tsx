import { Button, Group, Stack, TextInput } from '@mantine/core';
import { savedFilterNameMaxLength } from '@sandpiper/contract/limits';
import type { SavedFilter } from '@sandpiper/contract/saved-filters';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { peopleTexts } from './people.texts.ts';
import { useRemoveFilter, useSaveFilter } from './saved-filters.queries.ts';

const { manager: texts } = peopleTexts.saved;

type ManageFiltersDialogProps = { saved: readonly SavedFilter[]; isOpen: boolean; onClose: () => void };

/** A dialog for renaming and deleting saved filters. */
export function ManageFiltersDialog({ saved, isOpen, onClose }: ManageFiltersDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title}>
      <Stack>
        {saved.map((each) => (
          <SavedFilterRow key={each.id} of={each} />
        ))}
        <DialogActions>
          <Button onClick={onClose}>{texts.done}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function SavedFilterRow({ of: saved }: { of: SavedFilter }) {
  const save = useSaveFilter();
  const remove = useRemoveFilter();
  const [name, setName] = useState(saved.name);
  const isRenamed = name.trim() !== '' && name.trim() !== saved.name;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRenamed) save.mutate({ id: saved.id, body: { name: name.trim(), filter: saved.filter } });
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={texts.name(saved.name)}
          flex="1 1 8rem"
          maxLength={savedFilterNameMaxLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          aria-label={texts.renameName(saved.name)}
          loading={save.isPending}
          disabled={!isRenamed}
        >
          {texts.rename}
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={texts.removeName(saved.name)}
          loading={remove.isPending}
          onClick={() => remove.mutate(saved)}
        >
          {texts.remove}
        </Button>
      </Group>
    </form>
  );
}

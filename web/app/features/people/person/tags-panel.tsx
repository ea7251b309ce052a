import { TagsInput } from '@mantine/core';
import { tagNameMaxLength, tagsOfPersonMax } from '@sandpiper/contract/limits';
import type { Person } from '@sandpiper/contract/people';
import { useAllTags } from '../../../platform/people-queries.ts';
import { useHasSubscription } from '../../../platform/session.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useSavePerson } from './person.queries.ts';
import { personTexts } from './person.texts.ts';

const { tags: texts } = personTexts;

/** The person's tags. Changes are saved immediately. */
export function TagsPanel({ person }: { person: Person }) {
  const isAllowed = useHasSubscription();
  const all = useAllTags({ errorToast: texts.fetchFailed });
  const save = useSavePerson(person.username, texts.failed);
  const saved = person.tags.map(({ name }) => name);
  // While a change is being saved, show the new tags.
  const shown = save.isPending && 'tags' in save.variables ? [...save.variables.tags] : saved;
  return (
    <Panel title={texts.title}>
      <TagsInput
        aria-label={texts.label}
        placeholder={texts.placeholder}
        disabled={!isAllowed}
        maxTags={tagsOfPersonMax}
        maxLength={tagNameMaxLength}
        splitChars={[',']}
        data={(all.data?.tags ?? []).map(({ name }) => name)}
        value={shown}
        onChange={(tags) => save.mutate({ tags, shown })}
      />
    </Panel>
  );
}

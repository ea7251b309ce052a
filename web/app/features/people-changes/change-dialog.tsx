import { Text } from '@mantine/core';
import type { PeopleScope } from '@sandpiper/contract/people-changes';
import { useState } from 'react';
import { peopleText } from '../../platform/numbers.ts';
import { usePeopleCount } from '../../platform/people-queries.ts';
import { FormModal } from '../../ui/form-modal.tsx';
import { strong } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useAnnouncedChange } from './announce-change.ts';
import { ChangeFields } from './change-fields.tsx';
import { blankValues, changeOf, problemOf, type ChangeType } from './change-form.ts';
import { peopleChangesTexts } from './people-changes.texts.ts';

const { dialog: texts, bar: barTexts } = peopleChangesTexts;

export type ChangeDialogProps = {
  type: ChangeType;
  scope: PeopleScope;
  onMade: () => void;
  onClose: () => void;
};

/** Returns how many people the scope contains. Asks the server for the number unless the scope lists individual people. */
function useCountText(scope: PeopleScope) {
  const known = 'usernames' in scope ? scope.usernames : 'recipient_ids' in scope ? scope.recipient_ids : null;
  const { data, isError } = usePeopleCount(scope, known === null);
  const count = known?.length ?? data?.count;
  return { count, isError, people: count === undefined ? undefined : peopleText(count) };
}

/**
 * A dialog that asks for a change's details, shows how many people are selected, and makes the change. Render it only while it is open, so
 * that it counts the people each time it opens.
 */
export function ChangeDialog({ type, scope, onMade, onClose }: ChangeDialogProps) {
  const { make, isPending } = useAnnouncedChange();
  const { count, people, isError } = useCountText(scope);
  const [values, setValues] = useState(blankValues);
  const [problem, setProblem] = useState<string | null>(null);

  function submit(): void {
    const found = problemOf(type, values);
    setProblem(found);
    if (found !== null) return;
    make({ scope, change: changeOf(type, values) }, onMade);
  }

  return (
    <FormModal
      isOpen
      title={texts.titles[type]}
      submit={people === undefined ? barTexts.counting : texts.submits[type](people)}
      isBusy={isPending}
      isDisabled={count === undefined || count === 0}
      isDirty={values.reason.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" role="status">
        {isError ? texts.countFailed : people === undefined ? barTexts.counting : <Explanation {...{ type, people }} />}
      </Text>
      <ChangeFields
        type={type}
        values={values}
        problem={problem}
        onChange={(change) => {
          setValues({ ...values, ...change });
          setProblem(null);
        }}
      />
    </FormModal>
  );
}

function Explanation({ type, people }: { type: ChangeType; people: string }) {
  return <RichText text={texts.explanations[type](people)} tags={{ b: strong }} />;
}

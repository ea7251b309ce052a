import { NumberInput, Text } from '@mantine/core';
import { splitPartsMax } from '@sandpiper/contract/limits';
import type { RecipientList } from '@sandpiper/contract/lists';
import { useAllAccounts } from '../../../platform/all-accounts.ts';
import { useDialogForm } from '../../../platform/dialog-form.ts';
import { FormModal } from '../../../ui/form-modal.tsx';
import { useSplitList } from './list-work.queries.ts';
import { listWorkTexts } from './list-work.texts.ts';
import type { WorkModalProps } from './work-modal.ts';

const { split: texts } = listWorkTexts;

type SplitListModalProps = Omit<WorkModalProps, 'onMade'> & { onMade: () => void };

/** A dialog that splits a list into parts, for example one for each of the user's accounts. */
export function SplitListModal({ list, isOpen, onClose, onMade }: SplitListModalProps) {
  const { id = 0, name = '', recipient_count: people = 0 }: Partial<RecipientList> = list ?? {};
  const accounts = useAllAccounts({ isWanted: isOpen }).data?.profiles.filter(({ is_active: on }) => on === 1).length;
  const most = Math.min(splitPartsMax, people);
  const suggested = Math.max(2, Math.min(most, accounts ?? 2));
  /** Null until the user types a number. */
  const values: { parts: number | string | null } = { parts: null };
  const { form, dialog } = useDialogForm({
    values,
    validate: { parts: (typed) => (isWhole(typed ?? suggested, most) ? null : texts.range(most)) },
    isOpen,
    mutation: useSplitList(),
    toInput: ({ parts: typed }) => ({ id, body: { parts: Number(typed ?? suggested) } }),
    onDone: () => {
      onClose();
      onMade();
    },
  });
  const parts = form.values.parts ?? suggested;
  const isPossible = people >= 2;
  return (
    <FormModal
      {...dialog}
      isDirty={form.isDirty()}
      title={texts.title}
      submit={texts.submit(isWhole(parts, most) ? parts : 2)}
      isDisabled={!isPossible}
      onClose={onClose}
    >
      {isPossible ? (
        <>
          <NumberInput
            label={texts.parts}
            description={accounts === undefined || accounts === 0 ? undefined : texts.accounts(accounts)}
            required
            min={2}
            max={most}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            data-autofocus
            {...form.getInputProps('parts')}
            value={parts}
          />
          <Text size="sm" role="status">
            {isWhole(parts, most) && resultText(name, people, parts)} {texts.stays}
          </Text>
        </>
      ) : (
        <Text size="sm">{texts.tooFew}</Text>
      )}
    </FormModal>
  );
}

function isWhole(parts: number | string, most: number): parts is number {
  return typeof parts === 'number' && Number.isInteger(parts) && parts >= 2 && parts <= most;
}

/** Describes the resulting lists, for example “Guests 1/3” to “Guests 3/3” with 33 or 34 people each. */
function resultText(name: string, people: number, parts: number): string {
  const sizes = texts.sizes(Math.floor(people / parts), Math.ceil(people / parts));
  const text = parts === 2 ? texts.both : texts.result;
  return text(`${name} 1/${parts}`, `${name} ${parts}/${parts}`, sizes);
}

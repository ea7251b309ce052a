import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { ComputerChoice } from '../platform/computers.ts';
import { uiTexts } from './ui.texts.ts';

const { computer: texts } = uiTexts;

type ComputerSelectProps = Pick<NativeSelectProps, 'maw'> & {
  choice: ComputerChoice;
  isDisabled?: boolean;
  onChoose: (id: string) => void;
};

/** Lets the user choose one of several computers. Renders nothing if there are fewer than two computers. */
export function ComputerSelect({ choice, isDisabled = false, onChoose, maw }: ComputerSelectProps) {
  const { computers, computer } = choice;
  if (computer === undefined || computers.length < 2) return null;
  return (
    <NativeSelect
      label={texts.label}
      description={computer.is_online ? undefined : texts.offline(computer.name)}
      data={computers.map(({ id, name, is_online }) => ({
        value: id,
        label: is_online ? name : texts.notConnected(name),
      }))}
      value={computer.id}
      disabled={isDisabled}
      maw={maw}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

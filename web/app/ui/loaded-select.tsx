import type { ComponentProps } from 'react';
import type { SelectOption } from '../platform/select-options.ts';
import { ChoiceSelect } from './choice-select.tsx';
import { uiTexts } from './ui.texts.ts';

const { loadedSelect: texts } = uiTexts;
// The value of the "Try again" option. No ID or name starts with a space, so it can't be the value of another option.
const retry = ' retry';

type LoadedSelectProps = Omit<ComponentProps<typeof ChoiceSelect>, 'data' | 'value' | 'onChange' | 'searchable'> & {
  /** An option that is shown even before the other options have loaded, such as "Any tag". */
  first?: SelectOption<string> | undefined;
  /** Undefined until the options have loaded. */
  options: readonly SelectOption<string>[] | undefined;
  /** The label for a value that isn't among the loaded options. Without this label, such a value isn't shown. */
  missing?: string;
  isFailed: boolean;
  onRetry: () => void;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A searchable select whose options come from the server. If they can't be loaded, an option to try again is shown. */
export function LoadedSelect(props: LoadedSelectProps) {
  const { first, options, missing, isFailed, onRetry, value, onChange, nothingFoundMessage, ...others } = props;
  const known = [...(first === undefined ? [] : [first]), ...(options ?? [])];
  const isMissing = value !== null && missing !== undefined && !known.some((each) => each.value === value);
  const label = options !== undefined ? missing : isFailed ? texts.notLoaded : texts.loading;
  return (
    <ChoiceSelect
      {...others}
      searchable={!isFailed}
      nothingFoundMessage={options === undefined ? texts.loading : nothingFoundMessage}
      data={[
        ...known,
        ...(isMissing ? [{ value, label: label ?? '' }] : []),
        ...(isFailed ? [{ value: retry, label: texts.retry }] : []),
      ]}
      value={value}
      onChange={(next) => (next === retry ? onRetry() : onChange(next))}
    />
  );
}

import { Button, Checkbox, Menu } from '@mantine/core';
import { usernameVariable } from '@sandpiper/contract/list-variables';
import { IconAt, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import css from './template-content.module.css';
import { templateTexts } from './templates.texts.ts';

const { form: texts } = templateTexts;

/** The number of variables that have a button. The rest are in a menu. */
const shownAtOnce = 8;

type VariableButtonsProps = {
  variables: readonly string[];
  onInsert: (name: string, hasFallback: boolean) => void;
};

/** Buttons that insert `{username}` or one of the lists' variables into the text. */
export function VariableButtons({ variables, onInsert }: VariableButtonsProps) {
  const [hasFallback, setFallback] = useState(true);
  const insert = (name: string) => onInsert(name, hasFallback);
  const more = variables.slice(shownAtOnce);
  return (
    <div className={css['buttons']} role="group" aria-label={texts.variables}>
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconAt size={14} aria-hidden />}
        aria-label={texts.insert(usernameVariable)}
        onClick={() => insert(usernameVariable)}
      >
        {usernameVariable}
      </Button>
      {variables.slice(0, shownAtOnce).map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="light"
          aria-label={texts.insert(name)}
          onClick={() => insert(name)}
        >
          {name}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu>
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {texts.more(more.length)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah="16rem" style={{ overflow: 'auto' }}>
            {more.map((name) => (
              <Menu.Item key={name} onClick={() => insert(name)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {variables.length > 0 && (
        <Checkbox
          size="xs"
          label={texts.withFallback}
          checked={hasFallback}
          onChange={(event) => setFallback(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

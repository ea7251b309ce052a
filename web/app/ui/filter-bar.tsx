import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import css from './filter-bar.module.css';
import { uiTexts } from './ui.texts.ts';

const pauseMs = 300;

/** The search and filters above a table. On phones, the search has a row to itself. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={css['bar']}>{children}</div>;
}

type SearchInputProps = {
  value: string;
  onSearch: (text: string) => void;
  placeholder: string;
  /** The accessible name. Defaults to the placeholder without its final dots. */
  label?: string;
};

/** A search field. Calls `onSearch` once the user pauses typing. */
export function SearchInput({ value, onSearch, placeholder, label }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  // The text last passed to `onSearch`. The `value` prop becomes this text a moment later. By then, the user may have typed more.
  const [told, setTold] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTold(value);
    if (value !== told) setTyped(value);
  }

  const tell = useEffectEvent((text: string) => {
    if (text === told) return;
    setTold(text);
    onSearch(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextInput
      type="search"
      aria-label={label ?? placeholder.replace(/[.…]+$/, '')}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={uiTexts.filters.clearSearch} onClick={() => setTyped('')} />
        )
      }
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.currentTarget.value)}
      className={css['search'] ?? ''}
    />
  );
}

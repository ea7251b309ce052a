import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { peopleTexts } from './people.texts.ts';

const { empty: texts } = peopleTexts;

export function NoPeople({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        compact
        title={texts.foundTitle}
        action={
          <Button variant="default" onClick={onClear}>
            {texts.clear}
          </Button>
        }
      >
        {texts.found}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={texts.title}
      action={
        <Button component={Link} to="/lists">
          {texts.action}
        </Button>
      }
    >
      {texts.text}
    </EmptyState>
  );
}

import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { peopleTexts } from './people.texts.ts';

const { empty: texts } = peopleTexts;

export function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState compact title={texts.foundTitle}>
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

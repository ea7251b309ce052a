import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
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
    <EmptyState title={texts.title} action={<LinkButton to="/lists">{texts.action}</LinkButton>}>
      {texts.text}
    </EmptyState>
  );
}

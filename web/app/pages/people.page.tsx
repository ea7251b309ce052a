import { ChangeBar } from '../features/people-changes/change-bar.tsx';
import { RecentChangesButton } from '../features/people-changes/recent-changes.tsx';
import { RunningChanges } from '../features/people-changes/running-changes.tsx';
import { PeopleScreen } from '../features/people/people-screen.tsx';
import type { PeopleScreenProps } from '../features/people/people-screen.tsx';

const changesTo: PeopleScreenProps['changes'] = (selected) => <ChangeBar {...selected} onMade={selected.onClear} />;

export default function PeoplePage() {
  return <PeopleScreen actions={<RecentChangesButton />} work={<RunningChanges />} changes={changesTo} />;
}

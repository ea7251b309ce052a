import { ChangeBar } from '../features/people-changes/change-bar.tsx';
import { RecentChangesButton } from '../features/people-changes/recent-changes.tsx';
import { RunningChanges } from '../features/people-changes/running-changes.tsx';
import { PeopleScreen } from '../features/people/people-screen.tsx';

export default function PeoplePage() {
  return (
    <PeopleScreen
      actions={<RecentChangesButton />}
      work={<RunningChanges />}
      changes={(selected) => <ChangeBar {...selected} onMade={selected.onClear} />}
    />
  );
}

import type { Person } from '@sandpiper/contract/people';
import type { PeopleChange } from '@sandpiper/contract/people-changes';
import type { TimelineEvent } from '@sandpiper/contract/person';

const at = '2026-11-21T09:30:00.000Z';

export function buildPerson(changes: Partial<Person> = {}): Person {
  return {
    id: 1,
    username: 'rosa',
    lists: [{ id: 1, name: 'Bakers', status: 'sent', is_not_known: false }],
    list_count: 1,
    last_contacted_at: at,
    last_profile_name: 'studio',
    last_campaign_name: 'Autumn',
    outcome: 'sent',
    outcome_at: at,
    replied_at: null,
    note: null,
    tags: [],
    is_do_not_contact: false,
    created_at: at,
    ...changes,
  };
}

export function buildPeopleChange(changes: Partial<PeopleChange> = {}): PeopleChange {
  return {
    id: 1,
    change: { type: 'tag', tag: 'VIP', list: null, status: null, reason: null },
    scope: { kind: 'people', list: null, filter: {} },
    status: 'done',
    total: 2,
    done: 2,
    changed: 2,
    left_out: [],
    in_flight: [],
    withdrawn: 0,
    undo: { is_possible: true, until: '2999-01-01T00:00:00.000Z', put_back: 0, left_out: [] },
    created_at: at,
    finished_at: at,
    ...changes,
  };
}

export function buildEvent(changes: Partial<TimelineEvent> = {}): TimelineEvent {
  return {
    id: '1',
    at,
    type: 'added_to_list',
    list: null,
    import: null,
    campaign: null,
    profile_name: null,
    text: null,
    origin: null,
    recipient_status: null,
    tag: null,
    ...changes,
  };
}

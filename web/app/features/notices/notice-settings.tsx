import { Button, Skeleton, Switch } from '@mantine/core';
import type { NoticeSwitches } from '@sandpiper/contract/notices';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBrowserPermission } from './browser-notifications.ts';
import css from './notice-settings.module.css';
import { useNoticeSwitches, useSetNoticeSwitches } from './notice-settings.queries.ts';
import { noticeSettingsTexts as texts } from './notice-settings.texts.ts';

const places = ['in_app', 'browser', 'mail'] as const;

function KindRow({ switches }: { switches: NoticeSwitches }) {
  const setSwitches = useSetNoticeSwitches();
  const kind = texts.kinds[switches.kind];
  return (
    <tr>
      <th scope="row">{kind}</th>
      {places.map((place) => (
        <td key={place}>
          <Switch
            aria-label={texts.switchName(kind, texts[place])}
            checked={switches[place]}
            onChange={({ currentTarget }) =>
              setSwitches.mutate({ kind: switches.kind, [place]: currentTarget.checked })
            }
          />
        </td>
      ))}
    </tr>
  );
}

function SwitchTable({ switches }: { switches: readonly NoticeSwitches[] }) {
  return (
    <table className={css['table']} aria-label={texts.table}>
      <thead>
        <tr>
          <th scope="col">{texts.what}</th>
          {places.map((place) => (
            <th key={place} scope="col">
              {texts[place]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {switches.map((one) => (
          <KindRow key={one.kind} switches={one} />
        ))}
      </tbody>
    </table>
  );
}

/** Shows the browser's notification permission and, if the user hasn't decided yet, a button that requests it. */
function BrowserNotifications() {
  const { permission, ask } = useBrowserPermission();
  return (
    <div className={css['browser']}>
      <h3>{texts.permission.title}</h3>
      <p role="status">{texts.permission[permission]}</p>
      {permission === 'default' && (
        <Button variant="default" onClick={() => void ask()}>
          {texts.permission.allow}
        </Button>
      )}
    </div>
  );
}

/** Lets the user choose which notices to receive and where, and whether this browser may show them. */
export function NoticeSettingsPanel() {
  const switches = useNoticeSwitches();
  return (
    <Panel title={texts.title} subtitle={texts.subtitle}>
      <Loaded query={switches} what={texts.loadName} skeleton={<Skeleton h={330} />}>
        {(data) => <SwitchTable switches={data.switches} />}
      </Loaded>
      <BrowserNotifications />
    </Panel>
  );
}

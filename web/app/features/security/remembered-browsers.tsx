import { Button, Group } from '@mantine/core';
import type { RememberedBrowser } from '@sandpiper/contract/two-factor';
import { timeAt } from '../../ui/rich-text-tags.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Fact, RemoveButton, Row, RowList } from '../../ui/row-list.tsx';
import css from './security.module.css';
import { securityTexts } from './security.texts.ts';
import { useForgetBrowser, useForgetBrowsers, useRememberedBrowsers } from './two-factor.queries.ts';
import { twoFactorTexts } from './two-factor.texts.ts';

const texts = twoFactorTexts.browsers;

function BrowserRow({ browser }: { browser: RememberedBrowser }) {
  const forget = useForgetBrowser();
  const name = browser.browser ?? securityTexts.sessions.unknown;
  return (
    <Row
      name={name}
      action={
        <RemoveButton
          text={texts.forget}
          label={texts.forgetOne(name)}
          isBusy={forget.isPending}
          onClick={() => forget.mutate(browser.id)}
        />
      }
    >
      <Fact>
        <RichText text={texts.lastUsed} tags={{ time: timeAt(browser.last_used_at) }} />
        {securityTexts.sessions.from(browser.address)}
      </Fact>
      <Fact>
        <RichText text={texts.until} tags={{ time: timeAt(browser.expires_at) }} />
      </Fact>
    </Row>
  );
}

/** Lists the browsers where the user can sign in without a two-factor code. */
export function RememberedBrowsers() {
  const { data } = useRememberedBrowsers();
  const forgetAll = useForgetBrowsers();
  if (data === undefined || data.browsers.length === 0) return null;
  return (
    <div>
      <h3 className={css['subtitle']}>{texts.title}</h3>
      <RowList label={texts.title}>
        {data.browsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} />
        ))}
      </RowList>
      {data.browsers.length > 1 && (
        <Group>
          <Button variant="default" loading={forgetAll.isPending} onClick={() => forgetAll.mutate()}>
            {texts.forgetAll}
          </Button>
        </Group>
      )}
    </div>
  );
}

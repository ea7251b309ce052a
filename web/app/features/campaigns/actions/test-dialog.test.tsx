import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildAccount, buildCampaign, buildPreflight, paginationOf } from '../../../testing/builders.ts';
import { campaign, openDetail, openMenu } from '../../../testing/campaign-changes-screen.tsx';
import { Failure, type Replies } from '../../../testing/fake-api.ts';

describe('sending a test message', () => {
  const openTest = async (replies: Replies) => {
    const view = openDetail(campaign, {
      'GET /api/profiles': {
        profiles: [buildAccount({ id: 2, profile_name: 'spare' }), buildAccount({ id: 1, profile_name: 'studio' })],
        pagination: paginationOf(2, 100),
      },
      ...replies,
    });
    await view.userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Send a test…' }));
    const name = await screen.findByRole('textbox', { name: /Your own username/ });
    expect(await screen.findByRole('combobox', { name: /Send it from/ })).toHaveValue('studio');
    return { ...view, name };
  };

  it('requests a test to the username that the user enters, and opens the page of the new campaign', async () => {
    const { userEvents, api, name } = await openTest({
      'POST /api/test-messages': { campaign: buildCampaign({ id: 12 }) },
    });
    expect(screen.getByRole('button', { name: 'Send test' })).toBeDisabled();
    await userEvents.type(name, 'my.own.name');
    await userEvents.click(screen.getByRole('button', { name: 'Send test' }));
    await waitFor(() => expect(api.of('GET /api/campaigns/:id').at(-1)?.params).toEqual({ id: '12' }));
    const [{ body } = { body: null }] = api.of('POST /api/test-messages');
    expect(body).toEqual({ message_template_id: 7, profile_id: 1, recipient: 'my.own.name', list_id: 8 });
  });

  it('begins with focus in the username field', async () => {
    const { name } = await openTest({});
    await waitFor(() => expect(name).toHaveFocus());
  });

  it('shows the server’s error about an invalid username, and keeps the username in the field', async () => {
    const fields = { recipient: 'Use up to 30 letters' };
    const refusal = new Failure(400, { error: fields.recipient, code: 'validation_failed', fields });
    const { userEvents, name } = await openTest({ 'POST /api/test-messages': refusal });
    await userEvents.type(name, 'not a name');
    await userEvents.click(screen.getByRole('button', { name: 'Send test' }));
    expect((await screen.findAllByText('Use up to 30 letters')).length).toBeGreaterThan(0);
    expect(name).toHaveValue('not a name');
  });

  it.each([
    ['the test was requested', { campaign: buildCampaign({ id: 12 }) }, 'The test has been added to your campaigns'],
    [
      'the test was refused',
      new Failure(409, { error: 'The account is in use.', code: 'invalid_state' }),
      'The account is in use.',
    ],
  ])(
    'is followed by a toast if the dialog has been closed, and leaves another dialog alone: %s',
    async (_outcome, reply, text) => {
      const answer = Promise.withResolvers<typeof reply>();
      const view = await openTest({
        'POST /api/test-messages': () => answer.promise,
        'POST /api/campaigns/:id/preflight': buildPreflight(),
      });
      const { userEvents, api, name } = view;
      await userEvents.type(name, 'my.own.name');
      await userEvents.click(screen.getByRole('button', { name: 'Send test' }));
      await userEvents.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(name).not.toBeInTheDocument());
      await userEvents.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Start later…' }));
      const other = await screen.findByRole('dialog', { name: 'Start “Autumn” later?' });
      answer.resolve(reply);
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(within(other).queryByText(text)).not.toBeInTheDocument();
      expect(other).toBeInTheDocument();
      expect(api.of('GET /api/campaigns/:id').at(-1)?.params).toEqual({ id: '3' });
    },
  );
});

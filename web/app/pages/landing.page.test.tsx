import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, Failure, type Replies } from '../testing/fake-api.ts';
import LandingPage, { meta } from './landing.page.tsx';

function openLanding(replies: Replies = {}) {
  const api = fakeApi(replies);
  const router = createMemoryRouter([{ path: '/', element: <LandingPage /> }]);
  const view = render(<RouterProvider router={router} />);
  return { ...view, api, userEvents: userEvent.setup() };
}

async function fillContact(userEvents: ReturnType<typeof userEvent.setup>) {
  await userEvents.type(screen.getByLabelText('Name'), 'Ana Prado');
  await userEvents.type(screen.getByLabelText('Email'), 'ana@example.com');
  await userEvents.type(screen.getByLabelText('Message'), 'Do you send invoices?');
  await userEvents.click(screen.getByRole('checkbox'));
}

const send = () => screen.getByRole('button', { name: 'Send message' });

beforeEach(() => {
  document.documentElement.dataset['registration'] = 'open';
});

describe('the landing page', () => {
  it('does not mention sandbox mode before the server has confirmed that it runs in sandbox mode', async () => {
    openLanding({ 'GET /api/health': { status: 'ok', version: '1', sandbox: true } });
    expect(screen.queryByText(/nothing reaches Instagram/)).not.toBeInTheDocument();
    expect(await screen.findByText(/nothing reaches Instagram/)).toBeInTheDocument();
  });

  it('has a link to each section in its header', () => {
    const { container } = openLanding();
    for (const id of ['features', 'breakdown', 'pricing', 'faq', 'contact']) {
      expect(container.querySelector(`section#${id}`)).toBeInTheDocument();
      expect(container.querySelector(`header nav a[href="#${id}"]`)).toBeInTheDocument();
    }
  });

  it('links to sign-in and registration', () => {
    openLanding();
    expect(screen.queryByRole('link', { name: 'Request a user account' })).not.toBeInTheDocument();
    for (const link of screen.getAllByRole('link', { name: 'Sign In' })) expect(link).toHaveAttribute('href', '/login');
    for (const link of screen.getAllByRole('link', { name: 'Sign Up' })) {
      expect(link).toHaveAttribute('href', '/register');
    }
  });

  it.each(['closed', 'invitation'])(
    'links to the contact form before the server responds if registration is set to %s',
    (mode) => {
      document.documentElement.dataset['registration'] = mode;
      openLanding();
      expect(screen.getByRole('link', { name: 'Request a user account' })).toHaveAttribute('href', '#contact');
      const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
      expect(paths).not.toContain('/register');
      expect(paths).toContain('/login');
    },
  );

  it('says how long the trial is and links to the terms and the privacy policy, each only if it is set on the server', () => {
    const { dataset } = document.documentElement;
    const { unmount } = openLanding();
    expect(screen.getByText(/-day free trial\. No/)).not.toBeVisible();
    expect(screen.queryByRole('link', { name: /Terms|Privacy/ })).not.toBeInTheDocument();
    unmount();
    Object.assign(dataset, { trialDays: '30', privacyUrl: 'https://example.com/privacy' });
    openLanding();
    expect(screen.getByText('30-day free trial. No credit card needed.')).toBeVisible();
    expect(screen.getByText('Your 30-day free trial of Starter begins when you sign up.')).toBeVisible();
    const policy = screen.getByRole('link', { name: 'Privacy Policy' });
    expect(policy).toHaveAttribute('href', 'https://example.com/privacy');
    expect(screen.queryByRole('link', { name: 'Terms of Service' })).not.toBeInTheDocument();
    dataset['registration'] = 'invitation';
    expect(screen.getByText(/30-day free trial\. No/)).not.toBeVisible();
    delete dataset['trialDays'];
    delete dataset['privacyUrl'];
  });

  it('shows both prices of each plan in dollars with two decimals', () => {
    const { container } = openLanding();
    const pricing = within(container.querySelector<HTMLElement>('#pricing') ?? container);
    for (const price of ['$27.89', '$294.52', '$48.89', '$516.28']) {
      expect(pricing.getByText((_, element) => element?.firstChild?.textContent === price)).toBeInTheDocument();
    }
    expect(pricing.getByText('Save 12% on annual')).toBeInTheDocument();
    expect(pricing.getByText('Most Popular')).toBeInTheDocument();
    expect(pricing.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    expect(pricing.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '#contact');
  });

  it('shows how many accounts Starter supports, and warns that Instagram may disable an account', () => {
    openLanding();
    expect(screen.getByText(/Starter supports up to 10 profiles/)).toBeInTheDocument();
    expect(screen.getByText(/disable it permanently/)).toBeInTheDocument();
  });

  it('has a button that pauses the sample campaign', async () => {
    const { userEvents } = openLanding();
    await userEvents.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Paused')).toBeInTheDocument();
    await userEvents.click(screen.getByRole('button', { name: 'Resume' }));
    expect(screen.getByText('Running')).toBeInTheDocument();
  });

  it('tells search engines about the questions and prices on the page', () => {
    const tags: Record<string, unknown>[] = meta();
    const data = JSON.stringify(tags.find((tag) => 'script:ld+json' in tag));
    expect(data).toContain('"price":"294.52"');
    expect(data).toContain('How many Instagram accounts can I use?');
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${window.location.origin}/` });
    expect(tags).toContainEqual({ property: 'og:image', content: `${window.location.origin}/og-image.png` });
  });
});

describe('the contact form', () => {
  it('shows what is missing and sends nothing', async () => {
    const { userEvents, api } = openLanding();
    await userEvents.type(screen.getByLabelText('Email'), 'ana@example');
    await userEvents.click(send());
    for (const text of [
      'Name is required',
      'Valid email is required',
      'Please add a short message',
      'Please accept the privacy notice',
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(api.of('POST /api/contact')).toHaveLength(0);
  });

  it('keeps a message that is too long, and does not send it', async () => {
    const { userEvents, api } = openLanding();
    await fillContact(userEvents);
    await userEvents.clear(screen.getByLabelText('Message'));
    await userEvents.paste('a'.repeat(5001));
    await userEvents.click(send());
    expect(screen.getByText('Too long: 5,001 of 5,000 characters. Shorten the text.')).toBeInTheDocument();
    expect(screen.getByLabelText('Message')).toHaveValue('a'.repeat(5001));
    expect(api.of('POST /api/contact')).toHaveLength(0);
  });

  it('clears an error when its field is edited', async () => {
    const { userEvents } = openLanding();
    await userEvents.click(send());
    await userEvents.type(screen.getByLabelText('Name'), 'A');
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    expect(screen.getByText('Valid email is required')).toBeInTheDocument();
  });

  it('sends the name, address and message, thanks the visitor and clears its fields', async () => {
    const { userEvents, api } = openLanding({ 'POST /api/contact': { success: true } });
    await fillContact(userEvents);
    await userEvents.click(send());
    expect(await screen.findByText("Thanks! Your message has been sent. We'll reply soon.")).toBeInTheDocument();
    expect(api.of('POST /api/contact')[0]?.body).toEqual({
      name: 'Ana Prado',
      email: 'ana@example.com',
      message: 'Do you send invoices?',
    });
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  it('can’t be edited or sent again while it is being sent', async () => {
    const { userEvents } = openLanding({ 'POST /api/contact': () => new Promise(() => undefined) });
    await fillContact(userEvents);
    await userEvents.click(send());
    await userEvents.type(screen.getByLabelText('Message'), '!');
    expect(screen.getByLabelText('Message')).toHaveValue('Do you send invoices?');
    await userEvents.click(screen.getByLabelText('I have read the privacy notice and agree to it'));
    expect(screen.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  });

  it('reports a failure only in the console, and keeps what was typed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { userEvents, container } = openLanding({ 'POST /api/contact': new Failure(500, { error: 'Mail is down' }) });
    await fillContact(userEvents);
    await userEvents.click(send());
    await waitFor(() => expect(logged).toHaveBeenCalled());
    await waitFor(() => expect(send()).toBeEnabled());
    expect(container).not.toHaveTextContent('Mail is down');
    expect(screen.getByLabelText('Message')).toHaveValue('Do you send invoices?');
    logged.mockRestore();
  });
});

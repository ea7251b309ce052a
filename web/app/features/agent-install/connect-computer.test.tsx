import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { buildAgentToken } from '../../testing/administration-builders.ts';
import { buildUser } from '../../testing/builders.ts';
import type { Replies } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ConnectComputer } from './connect-computer.tsx';
import { isPhone, operatingSystemOf } from './operating-system.ts';

const sha256 = '0123456789abcdef'.repeat(4);
const windows = { kind: 'windows' as const, file_name: 'agent.exe', version: '0.1.0', size_bytes: 52_428_800, sha256 };
const npm = {
  kind: 'npm' as const,
  file_name: 'sandpiper-agent-0.1.0.tgz',
  version: '0.1.0',
  size_bytes: 1_048_576,
  sha256,
};
const server = window.location.origin;

function show(files: (typeof windows | typeof npm)[], more: Replies = {}, user = buildUser()) {
  const navigate = vi.fn<(url: string) => void>();
  const view = renderScreen(<ConnectComputer navigate={navigate} />, {
    user,
    replies: { 'GET /api/installer': { files, instagram_url: null, help_url: null }, ...more },
  });
  return { ...view, navigate };
}

/** Finds a command by its full text, which is split over several elements. */
const findCommand = (command: string) =>
  screen.findByText((_text, element) => element?.tagName === 'CODE' && element.textContent === command);

const choose = (system: string) => screen.findByRole('radio', { name: system });

describe('the operating system', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0)', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0)', 'mac'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0)', 'linux'],
    ['something else', 'linux'],
  ])('is detected from %s', (agent, system) => expect(operatingSystemOf(agent)).toBe(system));

  it.each([
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0)', true],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0)', false],
  ])('is recognized as a phone’s only if the user agent names a phone: %s', (agent, expected) =>
    expect(isPhone(agent)).toBe(expected),
  );
});

describe('the guide to connecting a computer', () => {
  it('requests a download ticket, and opens its URL to start the download', async () => {
    const { userEvents, navigate, api } = show([windows, npm], {
      'POST /api/installer/ticket': {
        url: '/api/installer/download?ticket=t',
        expires_at: '2026-11-21T10:00:00.000Z',
      },
    });
    await userEvents.click(await choose('Windows'));
    await userEvents.click(await screen.findByRole('button', { name: 'Download for Windows (50.0 MB)' }));
    await waitFor(() => expect(navigate).toHaveBeenCalledWith(`${server}/api/installer/download?ticket=t`));
    expect(api.of('POST /api/installer/ticket')[0]?.body).toEqual({ kind: 'windows' });
    expect(screen.getByText(/Open the downloaded file/)).toBeInTheDocument();
  });

  it.each(['macOS', 'Linux'])('shows the exact commands for %s', async (system) => {
    const { userEvents } = show([windows, npm]);
    await userEvents.click(await choose(system));
    expect(await screen.findByRole('button', { name: `Download for ${system} (1.0 MB)` })).toBeInTheDocument();
    for (const line of [
      'npm install --global ~/Downloads/sandpiper-agent-0.1.0.tgz',
      `sandpiper-agent pair --server ${server}`,
      'sandpiper-agent install',
    ])
      expect(await findCommand(line)).toBeInTheDocument();
  });

  it.each([
    ['Windows', `(Get-FileHash "$HOME\\Downloads\\agent.exe").Hash -eq "${sha256}"`],
    ['macOS', `echo "${sha256} *$HOME/Downloads/sandpiper-agent-0.1.0.tgz" | shasum -a 256 -c`],
    ['Linux', `echo "${sha256} *$HOME/Downloads/sandpiper-agent-0.1.0.tgz" | sha256sum -c`],
  ])('shows how to check the download on %s', async (system, command) => {
    const { userEvents } = show([windows, npm]);
    await userEvents.click(await choose(system));
    expect(await screen.findByText('Check that the download is complete')).toBeInTheDocument();
    expect(await findCommand(command)).toBeInTheDocument();
  });

  it.each([
    ['with a download', [npm], 'sandpiper-agent pair'],
    ['without a download', [], 'npm run agent --'],
  ])('includes the address of the sandbox’s simulated Instagram in the command, %s', async (_what, files, program) => {
    const instagram = 'http://127.0.0.1:4000';
    show(files, { 'GET /api/installer': { files, instagram_url: instagram, help_url: null } });
    const command = `${program} --server ${server} --instagram-url ${instagram}`;
    expect(await findCommand(command)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Copy ${command}` })).toBeInTheDocument();
  });

  it('copies a command, or shows an error when the browser blocks copying', async () => {
    const { userEvents } = show([npm]);
    const command = `sandpiper-agent pair --server ${server}`;
    await userEvents.click(await screen.findByRole('button', { name: `Copy ${command}` }));
    expect(await navigator.clipboard.readText()).toBe(command);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await userEvents.click(screen.getByRole('button', { name: 'Copy sandpiper-agent install' }));
    expect(await screen.findByText('Failed to copy the command')).toBeInTheDocument();
  });

  it('tells an administrator how to build downloads if there are none', async () => {
    show([], {}, buildUser({ role: 'admin' }));
    expect(await findCommand('npm start -- --with-downloads')).toBeInTheDocument();
    expect(await findCommand(`npm run agent -- --server ${server}`)).toBeInTheDocument();
  });

  it('tells an administrator which system has no download', async () => {
    const { userEvents } = show([npm], {}, buildUser({ role: 'admin' }));
    await userEvents.click(await choose('Windows'));
    expect(await screen.findByText(/doesn’t offer a download for Windows yet/)).toBeInTheDocument();
  });

  it('tells a user how to run the agent without a download', async () => {
    show([]);
    expect(await findCommand(`npm run agent -- --server ${server}`)).toBeInTheDocument();
    expect(screen.getByText(/Ask your administrator/)).toBeInTheDocument();
    expect(screen.getByText('docs/agent.md')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'help page' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Copy npm start -- --with-downloads' })).not.toBeInTheDocument();
  });

  it('links to the operator’s help page, if there is one', async () => {
    const help_url = 'https://help.example.com/agent';
    show([], { 'GET /api/installer': { files: [], instagram_url: null, help_url } });
    expect(await screen.findByRole('link', { name: 'help page' })).toHaveAttribute('href', help_url);
  });

  it('asks the user to renew after the subscription has ended', async () => {
    const { userEvents, api } = show([npm], {}, buildUser({ subscription_end_date: '2001-01-01' }));
    await userEvents.click(await screen.findByRole('button', { name: /Download for Linux/ }));
    const text = 'Your subscription has expired. Please renew to download Sandpiper Agent.';
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(api.of('POST /api/installer/ticket')).toHaveLength(0);
  });

  it('shows an error when the downloads cannot be loaded, and retries on request', async () => {
    const { userEvents, api } = show([], { 'GET /api/installer': new Error('down') });
    expect(await screen.findByText('The downloads couldn’t be loaded')).toBeInTheDocument();
    api.set({ 'GET /api/installer': { files: [npm], instagram_url: null, help_url: null } });
    await userEvents.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Download for Linux/ })).toBeInTheDocument();
  });

  it('waits for the computer, and shows that it is online as soon as it connects', async () => {
    const { api, socket } = show([npm]);
    expect(await screen.findByText('Waiting for your computer…')).toBeInTheDocument();
    api.set({ 'GET /api/agent-tokens': { tokens: [buildAgentToken({ online: true })] } });
    socket.receive('agent_presence', { online: true, is_paused: false });
    expect(await screen.findByText('Your computer is connected.')).toBeInTheDocument();
  });

  it('collapses the instructions while a computer is connected', async () => {
    const { userEvents } = show([npm], { 'GET /api/agent-tokens': { tokens: [buildAgentToken({ online: true })] } });
    const another = await screen.findByText('Connect another computer');
    expect(await screen.findByText(/Sandpiper Agent runs on your computer/)).not.toBeVisible();
    await userEvents.click(another);
    expect(screen.getByText(/Sandpiper Agent runs on your computer/)).toBeVisible();
  });

  it('wraps a command only before its options', async () => {
    show([npm]);
    const command = await findCommand(`sandpiper-agent pair --server ${server}`);
    expect([...command.children].map((part) => part.textContent)).toEqual([
      'sandpiper-agent pair',
      `--server ${server}`,
    ]);
  });

  it('shows the page’s address on a phone, where the agent can’t run', async () => {
    const phone = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Android 15; Mobile; rv:140.0)');
    show([npm]);
    expect(await screen.findByText(/^Open this page on the computer/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Copy ${server}/` })).toBeInTheDocument();
    phone.mockRestore();
  });

  it('asks the user to start the agent on a computer that was connected earlier', async () => {
    const token = buildAgentToken({ online: false, last_seen_at: '2026-11-21T00:00:00.000Z' });
    show([npm], { 'GET /api/agent-tokens': { tokens: [token] } });
    expect(await screen.findByText(/You’ve connected a computer, but it’s offline/)).toBeInTheDocument();
  });
});

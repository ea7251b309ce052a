import { isPageData } from './answers.js';
import { raiseNamed, raiseNotifications } from './dialogs.js';
import { element } from './elements.js';
import { startFeed } from './feed.js';
import { startCheckpoint } from './checkpoint.js';
import { startInbox } from './inbox.js';
import { startLogin } from './login.js';
import { startProfile } from './profile.js';
import { raiseStories } from './stories.js';

/** @type {unknown} */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '');
if (!isPageData(data)) throw new Error('The page has no data.');
const { texts, view } = data;

if (view.kind === 'checkpoint') startCheckpoint(view);
if (view.kind === 'feed') startFeed(texts);
if (view.kind === 'stories') raiseStories(view.person, texts, () => window.location.assign('/'));
if (view.kind === 'login') startLogin(view, texts);
if (view.kind === 'profile') startProfile(view, texts);
if (view.kind === 'inbox' || view.kind === 'thread') void startInbox(view, texts);
for (const name of data.dialogs) raiseNamed(name, texts);
const { lateBadge } = data;
if (lateBadge !== null) setTimeout(() => fillBadge(lateBadge.badge), lateBadge.afterMs);
if (data.laterPromptMs !== null) setTimeout(() => raiseNotifications(texts), data.laterPromptMs);

/** @param {import('../site/page-data.ts').Badge} badge */
function fillBadge({ label, digits }) {
  const inbox = document.querySelector('a[href="/direct/inbox/"] div');
  if (label !== null) inbox?.setAttribute('aria-label', label);
  if (digits !== null) inbox?.append(element('span', { class: 'badge' }, element('span', {}, digits)));
}

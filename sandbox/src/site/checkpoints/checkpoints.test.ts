import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { checkpointFaults } from '../../faults/fault.catalog.ts';
import type { CheckpointName } from '../../faults/fault.catalog.ts';
import { startSandbox } from '../../testing/sandbox.ts';
import type { Sandbox } from '../../testing/sandbox.ts';
import { visitAs } from '../../testing/visitor.ts';
import type { Visitor } from '../../testing/visitor.ts';

/** For each checkpoint: the URL that pages redirect to, some text on the page, and the button that clears it, if there is one. */
const expected: Record<CheckpointName, readonly [address: string, words: string, button: string | null]> = {
  challenge: ['/challenge/?next=%2F', 'Suspicious Login Attempt', 'This Was Me'],
  checkpoint: ['/checkpoint/?next=%2F', "Help us confirm it's you", 'Confirm'],
  captcha: ['/auth_platform/recaptcha/?next=%2F', "Confirm you're human", 'Confirm'],
  suspended: ['/accounts/suspended/', 'We suspended your account', null],
  disabled: ['/accounts/disabled/', 'We disabled your account', null],
  scraping_warning: [
    '/accounts/scraping_warning/?challenge_context=AWx7&next=%2F',
    'We suspect automated behavior on your account',
    'Dismiss',
  ],
  consent: ['/consent/?flow=user_cookie_choice', 'Review and agree to the terms', 'Agree to terms'],
  unusual_login: ['/challenge/unusual_login/', 'We Detected An Unusual Login Attempt', 'This Was Me'],
  challenge_picker: ['/auth_platform/challengepicker/', 'Check your email', 'Confirm'],
  change_password: ['/challenge/change_password/', 'Change Your Password to Secure Your Account', 'Confirm'],
  risky_contact: [
    '/accounts/update_risky_contactpoint/?challenge_context=AWx7&next=%2F',
    'Your email may not be secure',
    'Next',
  ],
  risky_contact_challenge: ['/challenge/action/update_risky_contactpoint/', 'Your email may not be secure', 'Next'],
  email_signup: ['/accounts/emailsignup/?next=%2F', 'Get started on Instagram', null],
  birthday: ['/accounts/birthday/?next=%2F', 'Confirm your birthday', 'Next'],
  confirm_email: ['/accounts/confirm_email/AWx7/?next=%2F', 'Enter confirmation code', 'Confirm'],
  account_recovery: ['/account_recovery/?next=%2F', 'Choose a way to recover', 'Continue'],
  human_check: ['/accounts/suspended/?next=%2F', "Confirm you're human to use your account", 'Continue'],
  appeal_submitted: ['/accounts/suspended/?next=%2F', 'You submitted an appeal', null],
  whatsapp_code: ['/auth_platform/codeentry/?apc=AWx7', 'We sent a code to WhatsApp', 'Continue'],
  sms_code: ['/auth_platform/codeentry/?apc=AWx7', 'Check your text messages', 'Continue'],
  phone_number: ['/auth_platform/phone/?apc=AWx7', 'Enter your mobile number', 'Continue'],
  choose_confirmation: ['/auth_platform/challengepicker/?apc=AWx7', 'Choose a way to confirm', 'Continue'],
  approve_device: ['/auth_platform/approval/?apc=AWx7', 'Check your notifications on another device', null],
  upload_id: ['/challenge/identity/?next=%2F', 'Upload your ID', 'Next'],
  password_shared: ['/challenge/compromised/?next=%2F', 'you shared your password with a service', 'Change Password'],
  restriction_warning: [
    '/accounts/scraping_warning/',
    'To prevent your account from being temporarily restricted',
    'Dismiss',
  ],
  consent_cookies: [
    '/consent/?flow=user_cookie_choice_v2&next=%2F',
    'Allow the use of cookies from Instagram on this browser?',
    'Decline optional cookies',
  ],
  consent_ads: [
    '/consent/?flow=ad_free_subscription_blocking_flow&next=%2F',
    'Choose if we process your data for ads',
    'Get started',
  ],
  consent_terms: ['/consent/?flow=terms_review&next=%2F', 'Review and Agree', 'Agree to terms'],
};
const pages = ['/', '/mia/', '/direct/inbox/'];
const ownAddress = checkpointFaults.filter((name) => name !== 'restriction_warning');

describe('checkpoints', () => {
  let sandbox: Sandbox;
  let wren: Visitor;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());
  beforeEach(() => begin());

  async function begin(states: 'checkpoint_in_place'[] = []): Promise<void> {
    await sandbox.reset({ accounts: [{ username: 'wren', password: 'pw', states }], people: ['mia'] });
    wren = await visitAs(sandbox, 'wren');
  }
  const words = async (path: string): Promise<string> =>
    (await (await wren.get(path)).text()).replaceAll('&#39;', "'").split('<script')[0] ?? '';
  const leadsTo = async (path: string) => (await wren.get(path)).headers.get('location');
  const typed = async () => (await sandbox.state()).typed;

  for (const name of ownAddress) {
    const [address, said, button] = expected[name];
    test(`${name} replaces every page${button === null ? ', and no button clears it' : ' until its button is pressed'}`, async () => {
      await sandbox.faults({ name, account: 'wren' });
      for (const page of pages) assert.equal(await leadsTo(page), address);
      const page = await words(address);
      assert.ok(page.includes(said));
      assert.ok(!page.includes('<nav'));
      if (button !== null) assert.ok(page.includes(`>${button}</button>`));
      await wren.post(address, {});
      assert.equal(await leadsTo('/mia/'), button === null ? address : null);
    });
    test(`${name} can appear at the URL of the page that it replaces`, async () => {
      await begin(['checkpoint_in_place']);
      await sandbox.faults({ name, account: 'wren' });
      assert.ok((await words('/mia/')).includes(said));
      assert.ok((await words('/direct/inbox/')).includes(said));
    });
  }

  test('the restriction warning appears at the URL of the page that it replaces, without a redirect', async () => {
    const [address, said, button] = expected.restriction_warning;
    await sandbox.faults({ name: 'restriction_warning', account: 'wren' });
    for (const page of pages) assert.ok((await words(page)).includes(said));
    assert.ok((await words('/')).includes(`>${button}</button>`));
    await wren.post(address, {});
    assert.match(await words('/mia/'), /profile-header/u);
  });

  test("once the owner has passed a checkpoint that appeared at the requested page's URL, the requested page appears there", async () => {
    await begin(['checkpoint_in_place']);
    await sandbox.faults({ name: 'captcha', account: 'wren' });
    assert.match(await words('/mia/'), /action="\/auth_platform\/recaptcha\/"/u);
    assert.equal((await wren.post('/auth_platform/recaptcha/', {})).status, 303);
    assert.match(await words('/mia/'), /profile-header/u);
  });

  test('the human check, the appeal and the suspension share a URL but differ in their texts', async () => {
    const shown: string[] = [];
    for (const name of ['human_check', 'appeal_submitted', 'suspended'] as const) {
      await sandbox.faults({ clear: true, on: [{ name, account: 'wren' }] });
      await wren.get('/');
      shown.push(/<h2>([^<]+)<\/h2>/u.exec(await words('/accounts/suspended/'))?.[1] ?? '');
    }
    assert.deepEqual(shown, [
      "Confirm you're human to use your account",
      'You submitted an appeal',
      'We suspended your account',
    ]);
  });

  test('pages redirect to the sign-up page once the session has ended, until the account signs in again', async () => {
    await sandbox.faults({ name: 'email_signup', account: 'wren' });
    assert.equal(await leadsTo('/mia/'), '/accounts/emailsignup/?next=%2F');
    assert.match(await words('/accounts/emailsignup/'), /<input type="password" name="password"/u);
    assert.equal((await wren.get('/accounts/login/')).status, 200, 'the sign-in form can still be opened');
    await wren.post('/ajax/login', { user: 'wren', password: 'wrong' });
    assert.equal(await leadsTo('/mia/'), '/accounts/emailsignup/?next=%2F');
    await wren.post('/ajax/login', { user: 'wren', password: 'pw' });
    assert.equal(await leadsTo('/mia/'), null);
  });

  test('a page that waits for another device learns when the wait is over', async () => {
    await sandbox.faults({ name: 'approve_device', account: 'wren' });
    await wren.get('/');
    assert.deepEqual(await (await wren.get('/ajax/checkpoint')).json(), { checkpoint: 'approve_device' });
    await sandbox.faults({ off: ['approve_device'] });
    assert.deepEqual(await (await wren.get('/ajax/checkpoint')).json(), { checkpoint: null });
  });

  test('text typed into a checkpoint is recorded', async () => {
    assert.deepEqual(await typed(), []);
    for (const text of ['pw', 'pw!'])
      await wren.post('/ajax/typed', { page: '/accounts/emailsignup/', field: 'password', text });
    assert.deepEqual(await typed(), [{ page: '/accounts/emailsignup/', field: 'password', text: 'pw!' }]);
    await begin();
    assert.deepEqual(await typed(), [], 'a reset clears what was typed');
  });

  test('an account without a checkpoint is not stopped at a checkpoint’s URL', async () => {
    for (const name of ownAddress) assert.equal(await leadsTo(expected[name][0]), '/', name);
  });
});

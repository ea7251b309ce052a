import { dataExportDays } from '@sandpiper/contract/limits';
import type { NoticeText } from './notice-texts.ts';

/* Notices about the user account itself. */

const ifNotYou = "If it wasn't you, change your password in Settings: that ends everything else.";

/** `browser`: null when it didn't say. */
export function newSignInText({ browser, address }: { browser: string | null; address: string }): NoticeText {
  return {
    kind: 'new_sign_in',
    title: `New sign-in with ${browser ?? 'an unknown browser'}`,
    message: `Someone signed in to your user account from ${address}. ${ifNotYou}`,
    path: '/settings',
  };
}

export function newComputerText({ name, address }: { name: string; address: string }): NoticeText {
  return {
    kind: 'new_computer',
    title: `${name} was connected`,
    message: `This computer can now send as you. It was connected from ${address}. ${ifNotYou}`,
    path: '/settings',
  };
}

/** `dueAt`: when everything is deleted. */
export function deletionAskedText(dueAt: string): NoticeText {
  const day = dueAt.slice(0, 10).split('-').toReversed().join('-');
  return {
    kind: 'deletion_asked',
    title: `Your user account will be deleted on ${day}`,
    message: `Nothing is sent anymore. To keep it, sign in before then and choose “Keep my account”. ${ifNotYou}`,
    path: '/settings',
  };
}

export function exportReadyText(): NoticeText {
  return {
    kind: 'export_ready',
    title: 'The export of your data is ready',
    message: `Download it in Settings within ${dataExportDays} days.`,
    path: '/settings',
  };
}

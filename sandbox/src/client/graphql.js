/** @import { ChatView } from '../site/page-data.ts' */

/**
 * Sends a GraphQL request in the site's format. The page doesn't depend on the response.
 * @param {string} name
 * @param {object} variables
 * @param {string} docId
 */
async function callGraphql(name, variables, docId) {
  const body = new URLSearchParams({
    __d: 'www',
    __user: '0',
    __a: '1',
    __comet_req: '7',
    fb_api_caller_class: 'RelayModern',
    fb_api_req_friendly_name: name,
    server_timestamps: 'true',
    variables: JSON.stringify(variables),
    doc_id: docId,
  });
  const response = await fetch('/api/graphql', {
    method: 'POST',
    headers: { 'x-fb-friendly-name': name, 'x-ig-app-id': '936619743392459' },
    body,
  });
  await response.text();
}

/**
 * @param {ChatView} chat
 * @param {string} key
 * @param {string} text
 */
export function sendText({ threadId, sending }, key, text) {
  const variables = {
    ig_thread_igid: threadId,
    offline_threading_id: key,
    recipient_igids: null,
    replied_to_client_context: null,
    replied_to_item_id: null,
    reply_to_message_id: null,
    sampled: null,
    text: sending.hasPlainText ? text : { sensitive_string_value: text },
    mentions: [],
    mentioned_user_ids: [],
    commands: null,
    send_attribution: 'igd_web_chat_tab:in_thread',
  };
  return callGraphql(sending.name, variables, '26911679871773184');
}

/** @param {string} threadId */
export function askThreadDetail(threadId) {
  return callGraphql('IGDThreadDetailQuery', { min_uq_seq_id: null, thread_fbid: threadId }, '29619996517588618');
}

/** Creates the site's key for a message that has no ID yet: the time in milliseconds, followed by six random digits. */
export function offlineThreadingId() {
  const digits = Array.from({ length: 6 }, () => Math.floor(Math.random() * 10));
  return `${Date.now()}${digits.join('')}`;
}

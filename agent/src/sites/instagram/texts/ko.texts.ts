import type { SiteTexts } from './site.texts.ts';

/**
 * Read on the site: the names of messages, of the buttons that close, open and begin a chat, and the missing page. All
 * else is as it should read; what stands under a message in other words counts as a doubt (see doubts.ts).
 */
export const ko: SiteTexts = {
  message: ['메시지', '메시지 보내기'],
  sendMessage: ['메시지 보내기'],
  options: ['옵션'],
  profileMenu: ['차단', '신고', '제한'],
  close: ['닫기'],
  newMessage: ['새로운 메시지'],
  openChat: ['채팅', '다음'],
  sendRequest: ['메시지 요청 보내기'],
  notNow: ['나중에 하기', '나중에'],
  logIn: ['로그인'],
  useAnotherProfile: ['다른 프로필 사용'],
  declineCookies: ['선택적 쿠키 거부', '필수 쿠키만 허용'],
  acceptCookies: ['수락'],
  sending: ['보내는 중…', '보내는 중...', '보내는 중'],
  failedToSend: ['전송 실패'],
  cookieTitle: ['쿠키 사용을 허용', '쿠키를 허용'],
  conversationLabel: ['님과의 대화'],
  missingPage: ['페이지를 사용할 수 없'],
  refusesRequests: ['새 메시지 요청을 허용하지 않', '회원님의 메시지를 받을 수 없'],
  limited: ['일부 사람만 이 계정에 메시지를 보낼 수 있'],
  cannotMessage: ['이 계정에 메시지를 보낼 수 없'],
  goneUser: ['Instagram 사용자'],
  invitePending: ['초대 보냄', '초대가 수락되면'],
  wroteFirst: ['메시지 요청을 수락하시겠어요'],
  noAccountFound: ['계정을 찾을 수 없'],
  rateLimit: [
    '활동을 할 수 있는 빈도를 제한',
    '특정 활동을 제한합니다',
    '활동이 차단되었습니다',
    '몇 분 후에 다시 시도하세요',
    '일일 한도에 도달했습니다',
  ],
  harmless: ['문제가 발생했습니다', '오류가 발생했습니다'],
  codeWanted: ['보낸 코드를 입력하세요', '이메일을 확인하세요'],
  confirmWanted: [
    '의심스러운 로그인 시도',
    '본인임을 확인해 주세요',
    '사람임을 확인하세요',
    '다시 이용하려면 전화번호를 추가하세요',
  ],
  suspended: ['계정을 정지했습니다', '계정을 비활성화했습니다'],
  automationWarning: ['계정에서 자동화된 활동이 의심됩니다'],
  wrongPassword: ['잘못된 비밀번호입니다', '로그인 정보가 올바르지 않습니다'],
  signInProblem: ['로그인하는 중 문제가 발생'],
};

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { GuestFrame, OtherWay } from './guest-frame.tsx';

type MailLinkFrameProps = {
  title: string;
  subtitle: string;
  /** A link to where the user can go next. */
  next: { to: string; text: string };
  /** Renders the page's content, given the token in the link. */
  children: (token: string) => ReactNode;
};

/** The frame of a page that is opened from a link in an email. The user doesn't need to be signed in. */
export function MailLinkFrame({ title, subtitle, next, children }: MailLinkFrameProps) {
  const [params] = useSearchParams();
  return (
    <GuestFrame
      title={title}
      subtitle={subtitle}
      other={
        <OtherWay text="" to={next.to}>
          {next.text}
        </OtherWay>
      }
    >
      {children(params.get('token') ?? '')}
    </GuestFrame>
  );
}

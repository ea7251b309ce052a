import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { GuestFrame, OtherWay } from './guest-frame.tsx';

type MailLinkFrameProps = {
  title: string;
  subtitle: string;
  /** Where the user can go next. */
  next: { to: string; text: string };
  /** Receives the link's token. */
  children: (token: string) => ReactNode;
};

/** The page that a link in an email leads to, even on a device where nobody is signed in. */
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

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { GuestFrame, OtherWay } from './guest-frame.tsx';

type MailLinkFrameProps = {
  title: string;
  subtitle: string;
  /** Where the user can go from here. */
  next: { to: string; text: string };
  /** Gets the token of the link. */
  children: (token: string) => ReactNode;
};

/** The page that a link in a mail leads to, also on a device where nobody is signed in. */
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

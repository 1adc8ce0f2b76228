import { TextField } from '#app/components/form/field.tsx';
import { FORM_MESSAGES } from '#app/components/form/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { LOST_LINK_PATH } from '#shared/tracking/values.ts';
import { LOST_LINK } from './messages.ts';
import { NoticePage } from './notice-page.tsx';

export type RejectedAddress = { email: string; error: string };

type Props = { title: string; isSent: boolean; rejected: RejectedAddress | undefined };

export function LostLinkPage({ title, isSent, rejected }: Props) {
  if (isSent) {
    return (
      <NoticePage title={title} heading={LOST_LINK.sentTitle} text={LOST_LINK.sent} isOutcome>
        <SiteLink to={LOST_LINK_PATH} className="link inline-flex min-h-11 items-center">
          {LOST_LINK.again}
        </SiteLink>
      </NoticePage>
    );
  }
  return (
    <NoticePage
      title={rejected ? FORM_MESSAGES.error + title : title}
      heading={LOST_LINK.title}
      text={LOST_LINK.text}
    >
      <form method="post" action={LOST_LINK_PATH} noValidate className="grid w-full max-w-md gap-4">
        <TextField
          id="email"
          label={LOST_LINK.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={rejected?.email ?? ''}
          error={rejected?.error}
        />
        <button type="submit" className="button button-primary justify-self-start">
          {LOST_LINK.send}
        </button>
      </form>
    </NoticePage>
  );
}

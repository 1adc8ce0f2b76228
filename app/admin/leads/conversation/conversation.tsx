import { Link } from 'react-router';
import { type ReactNode, useId } from 'react';
import { formatInstant } from '#shared/office-hours/sentences.ts';
import type { ConversationView, TimelineItem } from '#shared/conversations/admin-schema.ts';
import { useOfficeClock } from '#app/admin/data/response-time.ts';
import { useSession } from '#app/admin/data/session.ts';
import type { LeadValues } from '#app/admin/leads/shared/lead-kind.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Composer, type ReplyFlow } from './composer.tsx';
import { ConversationState, Deadline } from './conversation-state.tsx';
import {
  COMPOSER_MESSAGES,
  CONVERSATION_SCREEN_MESSAGES as messages,
  TRACKING_LINK_MESSAGES,
} from './messages.ts';
import { LegalHold } from './legal-hold.tsx';
import { ConversationTimeline } from './timeline.tsx';
import { useOther } from './use-presence.ts';
import { useConversation } from './use-conversation.ts';
import { useMutation } from '@tanstack/react-query';
import { Link as LinkIcon, Unlink } from 'lucide-react';
import { getJson, sendJson } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';

type Props = {
  path: 'orders' | 'messages';
  id: string;
  email: string;
  timelineTitle: string;
  templateValues: LeadValues;
  renderStatus: (item: TimelineItem) => ReactNode;
  received: ReactNode;
  /** Reloads the lead, whose status a reply changes. */
  onChanged: () => Promise<unknown>;
  flow?: ReplyFlow | undefined;
  children: ReactNode;
};

export function Conversation(props: Props) {
  const { path, id, email, timelineTitle, templateValues, renderStatus, received } = props;
  const conversation = useConversation(path, id);
  const username = useSession()?.admin.username ?? null;
  const office = useOfficeClock();
  const { data: state } = conversation;
  const leadPath = `${path}/${encodeURIComponent(id)}`;
  if (!state) {
    return conversation.error ? (
      <QueryError query={conversation} />
    ) : (
      <p role="status">{messages.loading}</p>
    );
  }
  const deadline = state.dueAt ?? state.promisedDueAt;
  const changed = () => Promise.all([conversation.reload(), props.onChanged()]);
  return (
    <>
      <QueryError query={conversation} />
      <Section title={COMPOSER_MESSAGES.reply} isTitleHidden isInDialog>
        <Deadline state={state} />
        <Other state={state} reload={conversation.reload} />
        <Composer
          key={leadPath}
          conversationId={state.id}
          flow={props.flow}
          leadPath={leadPath}
          email={email}
          lastWordAt={state.lastWordAt}
          templateValues={{
            ...templateValues,
            reference: state.orderReference ?? templateValues.reference,
            admin: username,
            deadline: deadline && formatInstant(new Date(deadline), office),
          }}
          onChanged={changed}
        />
      </Section>
      <Section title={timelineTitle} isInDialog>
        {props.children}
        <ConversationTimeline
          items={conversation.items}
          leadPath={leadPath}
          email={email}
          renderStatus={renderStatus}
          hasEarlier={conversation.hasEarlier}
          isLoadingEarlier={conversation.isLoadingEarlier}
          onEarlier={conversation.loadEarlier}
          onChanged={changed}
        >
          {received}
        </ConversationTimeline>
      </Section>
      <ConversationState conversation={conversation} state={state} />
      <OtherLead path={path} state={state} />
      <TrackingLink leadPath={leadPath} />
      <LegalHold path={path} leadPath={leadPath} state={state} onChanged={changed} />
    </>
  );
}

function Other({ state, reload }: { state: ConversationView; reload: () => Promise<void> }) {
  const username = useOther(state, reload);
  return (
    <div role="status" className="empty:hidden">
      {username !== null && <Badge tone="purple">{messages.present(username)}</Badge>}
    </div>
  );
}

function OtherLead({ path, state }: { path: Props['path']; state: ConversationView }) {
  const { orderId, messageId, orderReference, messageReference } = state;
  if (!orderId || !messageId) return null;
  return (
    <p>
      {path === 'orders' ? (
        <Link to={`/admin/messages?message=${messageId}`} className="link link-line">
          {messages.alsoMessage(messageReference ?? '')}
        </Link>
      ) : (
        <Link to={`/admin/orders?order=${orderId}`} className="link link-line">
          {messages.alsoOrder(orderReference ?? '')}
        </Link>
      )}
    </p>
  );
}

type Change = 'read' | 'revoke';

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function TrackingLink({ leadPath }: { leadPath: string }) {
  const notify = useNotify();
  const confirm = useConfirm();
  const id = useId();
  const endpoint = `${leadPath}/tracking-link`;
  const { mutate, data, error, isPending } = useMutation({
    async mutationFn(change: Change) {
      const { path } =
        change === 'read'
          ? await getJson<{ path: string }>(endpoint)
          : await sendJson<{ path: string }>('POST', endpoint);
      return new URL(path, window.location.origin).href;
    },
    async onSuccess(url, change) {
      if (change === 'revoke') notify.success(TRACKING_LINK_MESSAGES.revoked);
      else if (await copy(url)) notify.success(TRACKING_LINK_MESSAGES.copied);
    },
  });

  async function revoke() {
    if (await confirm(TRACKING_LINK_MESSAGES.question)) mutate('revoke');
  }

  return (
    <Section title={TRACKING_LINK_MESSAGES.title} isInDialog>
      <Problem>{error ? `${TRACKING_LINK_MESSAGES.failed}. ${error.message}` : null}</Problem>
      <div className="flex flex-wrap gap-2">
        <Button icon={LinkIcon} disabled={isPending} onClick={() => mutate('read')}>
          {TRACKING_LINK_MESSAGES.copy}
        </Button>
        <Button icon={Unlink} disabled={isPending} onClick={() => void revoke()}>
          {TRACKING_LINK_MESSAGES.revoke}
        </Button>
      </div>
      {data && (
        <div className="grid gap-1">
          <label htmlFor={id}>{TRACKING_LINK_MESSAGES.link}</label>
          <input
            id={id}
            readOnly
            value={data}
            className="field"
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </Section>
  );
}

import { LeadScreen } from '#app/admin/leads/lead-screen.tsx';
import { MESSAGE_LEADS } from '#app/admin/messages/message-leads.tsx';

export default function MessagesRoute() {
  return <LeadScreen kind={MESSAGE_LEADS} />;
}

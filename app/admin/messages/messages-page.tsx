import { LeadScreen } from '#app/admin/leads/lead-screen.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MESSAGE_LEADS } from './message-leads.ts';

export function MessagesPage() {
  return (
    <LeadScreen
      kind={MESSAGE_LEADS}
      renderDialog={(dialog) => <MessageDialog key={dialog.id} {...dialog} />}
    />
  );
}

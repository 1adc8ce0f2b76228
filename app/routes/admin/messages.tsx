import { MessagesPage } from '#app/admin/messages/messages-page.tsx';

export default function MessagesRoute() {
  return <MessagesPage />;
}

import { ContactAuditPage } from '#app/admin/contact-audit/contact-audit-page.tsx';

export default function ContactAuditRoute() {
  return <ContactAuditPage />;
}

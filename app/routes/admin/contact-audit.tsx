export { ContactAuditPage as default } from '#app/admin/contact-audit/contact-audit-page.tsx';

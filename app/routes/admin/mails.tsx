export { MailsPage as default } from '#app/admin/mails/mails-page.tsx';

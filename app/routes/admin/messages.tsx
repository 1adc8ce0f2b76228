export { MessagesPage as default } from '#app/admin/messages/messages-page.tsx';

import { FaqsPage } from '#app/admin/faqs/faqs-page.tsx';

export default function FaqsRoute() {
  return <FaqsPage />;
}

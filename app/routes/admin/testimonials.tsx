import { TestimonialsPage } from '#app/admin/testimonials/testimonials-page.tsx';

export default function TestimonialsRoute() {
  return <TestimonialsPage />;
}

import { TESTIMONIALS } from '#app/admin/testimonials/testimonials.tsx';
import { ContentScreen } from '#app/admin/content/content-screen.tsx';

export default function TestimonialsRoute() {
  return <ContentScreen definition={TESTIMONIALS} />;
}

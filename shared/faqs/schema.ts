import * as z from 'zod';

export const faqSchema = z.object({
  id: z.uuid(),
  question: z.string(),
  answer: z.string(),
  category: z.string(),
});

export type Faq = z.infer<typeof faqSchema>;

import * as z from 'zod';
import { lineField, switchField } from './fields.ts';

const label = (usual: string) => lineField({ label: usual, max: 16, help: `Empty: ${usual}` });

export const menuSchema = z.object({
  services: label('Services'),
  process: label('Process'),
  caseStudies: label('Case Studies'),
  about: label('About'),
  portfolio: label('Portfolio'),
  pricing: label('Pricing'),
  blog: label('Blogs'),
  faq: label('FAQ'),
  company: label('Company'),
  contact: label('Contact'),
  contactUs: label('Contact Us'),
  order: label('Order Now'),
  hasAdminLink: switchField({ label: 'Link to the back office', empty: true }),
});

export type MenuContent = z.output<typeof menuSchema>;

import * as z from 'zod';
import { factField, imageField, lineField, switchField, textField } from './fields.ts';

/** Labels begin with the section that shows the field. */
export const homeSchema = z.object({
  title: lineField({ label: 'Search engines: title', max: 60 }),
  keywords: lineField({ label: 'Search engines: keywords', max: 200 }),
  headline: lineField({ label: 'Top: headline', max: 90 }),
  sentence: textField({ label: 'Top: sentence', max: 240 }),
  promise: lineField({
    label: 'Top: promise',
    max: 120,
    variables: { response: 'the whole sentence about the response time' },
  }),
  hasDrawing: switchField({ label: 'Top: show the drawing of a shipment' }),
  image: imageField({ label: 'Top: image', help: 'Shown instead of the drawing.' }),
  imageAlt: lineField({ label: 'Top: what the image or drawing shows', max: 160 }),
  aboutHeading: lineField({ label: 'About: heading', max: 80 }),
  since: lineField({
    label: 'About: sentence with the year',
    max: 160,
    variables: { year: 'Year in which the company was founded' },
  }),
  clientsHeading: lineField({ label: 'Clients: heading', max: 60 }),
  startButton: lineField({ label: 'Process and case studies: button to the order form', max: 30 }),
  consultButton: lineField({ label: 'Process: button to the contact form', max: 30 }),
  hasDemo: switchField({
    label: 'Work: show the live demo',
    help: 'A shipment desk with made-up data. Without it, only a project is shown.',
  }),
  demoButton: lineField({ label: 'Work: button that leads to the demo', max: 30 }),
  demoNote: lineField({ label: 'Work: note under the demo', max: 140 }),
  workHeading: lineField({ label: 'Work: heading', max: 60 }),
  workCategory: factField({
    label: 'Work: category of the project',
    max: 60,
    help: 'As in the portfolio. Empty: any featured project.',
  }),
  caseStudiesHeading: lineField({ label: 'Case studies: heading', max: 60 }),
  caseStudiesLead: lineField({ label: 'Case studies: lead', max: 140 }),
  testimonialsHeading: lineField({ label: 'Testimonials: heading', max: 60 }),
  postsHeading: lineField({ label: 'Blog: heading', max: 60 }),
  postsButton: lineField({ label: 'Blog: button to all posts', max: 30 }),
  closingHeading: lineField({ label: 'Closing: heading', max: 60 }),
  closingText: textField({ label: 'Closing: text', max: 240 }),
  closingButton: lineField({ label: 'Closing: button to the contact form', max: 30 }),
  emailLead: lineField({ label: 'Closing: words before the email address', max: 40 }),
  teamHeading: lineField({ label: 'Team: heading', max: 60 }),
});

export type HomeContent = z.output<typeof homeSchema>;

import * as z from 'zod';
import { choiceField, colorField, imageField, switchField } from './fields.ts';

export const brandSchema = z.object({
  accentColor: colorField({
    label: 'Accent color',
    help: 'Buttons, links and emails. Empty: cobalt.',
  }),
  typeface: choiceField({
    label: 'Typefaces',
    empty: 'workshop',
    options: [
      { value: 'workshop', label: 'Workshop: Bricolage Grotesque and Inter' },
      { value: 'plain', label: 'Plain: Inter' },
      { value: 'classic', label: 'Classic: Georgia and Inter' },
    ],
  }),
  corner: choiceField({
    label: 'Corners',
    empty: 'soft',
    options: [
      { value: 'square', label: 'Square' },
      { value: 'soft', label: 'Soft' },
      { value: 'round', label: 'Round' },
    ],
  }),
  hasName: switchField({
    label: 'Company name beside the logo',
    empty: true,
    help: 'In the header. Off for a logo that contains the name.',
  }),
  hasOrnament: switchField({ label: 'Eight-point pattern', empty: true }),
  darkLogo: imageField({
    label: 'Logo for the dark theme',
    help: 'Replaces the logos for the header and the footer there, in their size.',
  }),
  squareLogo: imageField({
    label: 'Square logo',
    help: 'In the sidebar, on the login page, for search engines and, without a favicon, as the icon.',
  }),
});

export type BrandContent = z.output<typeof brandSchema>;

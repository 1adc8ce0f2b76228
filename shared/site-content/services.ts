import * as z from 'zod';
import {
  choiceField,
  factField,
  imageField,
  itemsField,
  lineField,
  linesField,
  textField,
} from './fields.ts';

const DRAWINGS = [
  { value: 'shipment', label: 'Shipment' },
  { value: 'invoice', label: 'Invoice' },
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'floor-plan', label: 'Floor plan' },
  { value: 'map', label: 'Map' },
  { value: 'blueprint', label: 'Blueprint' },
  { value: 'phone', label: 'Mobile app' },
  { value: 'connection', label: 'ERP integration' },
  { value: 'shop', label: 'Online shop' },
  { value: 'warehouse', label: 'Data warehouse and reports' },
  { value: 'assistant', label: 'AI assistant' },
  { value: 'wrench', label: 'Support and maintenance' },
];

export const servicesSchema = z.object({
  heading: lineField({ label: 'Heading', max: 60 }),
  lead: lineField({ label: 'Lead', max: 140 }),
  services: itemsField({
    label: 'Services',
    help: 'On the home page and in the footer, in this order.',
    itemLabel: 'Service',
    max: 8,
    item: z.object({
      name: lineField({ label: 'Name', max: 40, isRequired: true }),
      text: textField({ label: 'Text', max: 160 }),
      points: linesField({ label: 'Points', max: 3, maxCharacters: 70, help: 'One per line.' }),
      drawing: choiceField({ label: 'Drawing', options: DRAWINGS, empty: 'blueprint' }),
      image: imageField({ label: 'Photograph', help: 'Shown instead of the drawing.' }),
      category: factField({
        label: 'Project category',
        max: 60,
        help: 'As in the portfolio: links to its projects as soon as there are some.',
      }),
    }),
  }),
});

export type ServicesContent = z.output<typeof servicesSchema>;

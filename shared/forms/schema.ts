import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';

/** What a form sends besides its entries. A form without scripts sends only the first; nothing of it changes what is stored. */
export const formSignalsSchema = z.object({
  /** The hidden field, which people leave empty. */
  homepage: rawText('The hidden field is a text')
    .meta({ description: 'The hidden field of the form, empty unless a program filled it in' })
    .optional(),
  formAge: z
    .number({ error: 'The age of the form is a number of milliseconds' })
    .nonnegative({ error: 'The age of the form is a number of milliseconds' })
    .meta({ description: 'Milliseconds from opening the form to sending it' })
    .optional(),
});

export type FormSignals = z.infer<typeof formSignalsSchema>;

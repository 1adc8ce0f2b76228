import type { Check } from '#app/components/form/use-checked-form.ts';
import { fieldErrorsOf, type MessageEntries } from '#shared/forms/values.ts';

/** Loads the rules of a message, which are too heavy for the first load of a page. */
export async function loadMessageCheck(): Promise<Check<MessageEntries>> {
  const { messageInputSchema } = await import('#shared/messages/schema.ts');
  return (entries) => fieldErrorsOf(messageInputSchema.safeParse(entries).error?.issues ?? []);
}

import type { Check } from '#app/components/form/use-checked-form.ts';
import { fieldErrorsOf, type OrderEntries } from '#shared/forms/values.ts';

/** Loads the rules of an order, which are too heavy for the first load of a page. */
export async function loadOrderCheck(): Promise<Check<OrderEntries>> {
  const { orderInputSchema } = await import('#shared/orders/schema.ts');
  return (entries) => fieldErrorsOf(orderInputSchema.safeParse(entries).error?.issues ?? []);
}

import { labelOf } from '#shared/forms/values.ts';
import { NO_ORDER_OPTIONS, type OrderOptions } from '#shared/orders/values.ts';
import { useApiQuery } from './use-api-query.ts';

export function useOrderOptions(): OrderOptions {
  const { data } = useApiQuery<OrderOptions>('site-content/order-options', {
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NO_ORDER_OPTIONS;
}

type Props = { list: keyof OrderOptions; value: string };

export function OptionLabel({ list, value }: Props) {
  return labelOf(useOrderOptions()[list], value);
}

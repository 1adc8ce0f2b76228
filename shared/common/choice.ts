import * as z from 'zod';

export function choiceOf<Value extends string>(
  options: readonly { value: Value }[],
  message?: string,
) {
  const values = options.map(({ value }) => value);
  return z.enum(values, message === undefined ? {} : { error: message });
}

import * as z from 'zod';

const MESSAGE = 'Send the header Idempotency-Key with a UUID made for this form';

const keySchema = z
  .guid({ error: MESSAGE })
  .toLowerCase()
  .meta({ format: 'uuid', description: 'A UUID made once for the form that is being sent' });

export const keyHeaderSchema = z.object({ 'idempotency-key': keySchema });
export const optionalKeySchema = z.object({ 'idempotency-key': keySchema.optional() });

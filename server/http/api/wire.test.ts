import { expect, it } from 'vitest';
import * as z from 'zod';
import { wireOf } from './wire.ts';

const entity = z.object({
  id: z.string(),
  featuredImageUrl: z.string().nullable(),
  tags: z.array(z.string()),
});

it('names columns as the database does and lets nothing else out', () => {
  const wire = wireOf(entity);
  const value = { id: '1', featuredImageUrl: null, tags: ['a'], passwordHash: 'secret' };
  const encoded = wire.encode(value);
  expect(encoded).toEqual({ id: '1', featured_image_url: null, tags: ['a'] });
  expect(z.strictObject(wire.schema.shape).parse(encoded)).toEqual(encoded);
});

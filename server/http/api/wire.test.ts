import { expect, it } from 'vitest';
import * as z from 'zod';
import { wireOf } from './wire.ts';

const entity = z.object({
  id: z.string(),
  featuredImageUrl: z.string().nullable(),
  tags: z.array(z.string()),
});

it('names what is in a record that it holds, or in a list, the same way', () => {
  const wire = wireOf(
    z.object({
      officeHours: z.strictObject({ timeZone: z.string(), week: z.object({ mon: z.string() }) }),
      results: z.array(z.object({ howMeasured: z.string() })),
    }),
  );
  const encoded = wire.encode({
    officeHours: { timeZone: 'UTC', week: { mon: '9-17' } },
    results: [{ howMeasured: 'by hand' }],
  });
  expect(encoded).toEqual({
    office_hours: { time_zone: 'UTC', week: { mon: '9-17' } },
    results: [{ how_measured: 'by hand' }],
  });
});

it('names columns as the database does and lets nothing else out', () => {
  const wire = wireOf(entity);
  const value = { id: '1', featuredImageUrl: null, tags: ['a'], passwordHash: 'secret' };
  const encoded = wire.encode(value);
  expect(encoded).toEqual({ id: '1', featured_image_url: null, tags: ['a'] });
  expect(z.strictObject(wire.schema.shape).parse(encoded)).toEqual(encoded);
});

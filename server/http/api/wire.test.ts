import { expect, it } from 'vitest';
import * as z from 'zod';
import { wireOf } from './wire.ts';

it('names columns as the database does, in records and lists too, and lets nothing else out', () => {
  const mon = z.object({ mon: z.string() });
  const officeHours = z.strictObject({ timeZone: z.string(), week: mon });
  const results = z.array(z.object({ howMeasured: z.string() }));
  const encoded = wireOf(z.object({ officeHours, results })).encode({
    officeHours: { timeZone: 'UTC', week: { mon: '9-17' } },
    results: [{ howMeasured: 'by hand' }],
  });
  expect(encoded).toEqual({
    office_hours: { time_zone: 'UTC', week: { mon: '9-17' } },
    results: [{ how_measured: 'by hand' }],
  });
  const featuredImageUrl = z.string().nullable();
  const wire = wireOf(z.object({ id: z.string(), featuredImageUrl, tags: z.array(z.string()) }));
  const value = { id: '1', featuredImageUrl: null, tags: ['a'], passwordHash: 'secret' };
  const flat = wire.encode(value);
  expect(flat).toEqual({ id: '1', featured_image_url: null, tags: ['a'] });
  expect(z.strictObject(wire.schema.shape).parse(flat)).toEqual(flat);
});

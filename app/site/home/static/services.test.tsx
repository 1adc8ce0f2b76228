import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { getField } from '#shared/site-content/fields.ts';
import { servicesSchema } from '#shared/site-content/services.ts';
import { Services } from './services.tsx';

it('draws each drawing that a service can have', () => {
  const { item } = getField(servicesSchema.shape.services);
  const { options = [] } = getField(item?.shape['drawing'] as never);
  expect(options).toHaveLength(12);
  const drawn = options.map((option) => {
    const value = String(option.value);
    const service = { name: value, text: '', points: [], drawing: value, image: null };
    const content = { heading: '', lead: '', services: [{ ...service, category: '' }] };
    return renderToStaticMarkup(<Services content={content} categories={[]} />);
  });
  for (const html of drawn)
    expect(html).toMatch(/<svg aria-hidden="true" viewBox="0 0 320 200".*<\/svg>/);
  expect(new Set(drawn.map((html) => /<svg.*<\/svg>/.exec(html)?.[0])).size).toBe(12);
});

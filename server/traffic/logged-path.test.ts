import { expect, it } from 'vitest';
import { loggedPath } from './logged-path.ts';

it.for<[path: string, logged: string]>([
  ['/track/secret', '/track/…'],
  ['/track/secret.data', '/track/…'],
  ['/track/secret/files/1', '/track/…'],
  ['/TRACK/secret', '/TRACK/…'],
  ['/%74rack/secret', '/%74rack/…'],
  ['/%54%52%41%43%4b%2Fsecret', '/%54%52%41%43%4b%2F…'],
  ['//track//secret', '//track/…'],
  ['/x/../track\\secret', '/x/../track\\…'],
  ['/blog/..%2ftrack%5Csecret', '/blog/..%2ftrack%5C…'],
  ['/track', '/track'],
  ['/track/', '/track/'],
  ['/tracking/of/parcels', '/tracking/of/parcels'],
  ['/blog/how-to-track-parcels', '/blog/how-to-track-parcels'],
])('writes %s down as %s', ([path, logged]) => {
  expect(loggedPath(path)).toBe(logged);
});

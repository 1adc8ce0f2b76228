import { expect, test } from 'vitest';
import {
  arrivalText,
  filterShipments,
  nextSorting,
  SHIPMENTS,
  type SortColumn,
  sortShipments,
} from './demo-data.ts';

function orders(shipments: readonly { order: number }[]) {
  return shipments.map(({ order }) => order);
}

test('the text matches order, customer and route, each word anywhere', () => {
  expect(orders(filterShipments(SHIPMENTS, { text: '2041', status: '' }))).toEqual([2041]);
  expect(orders(filterShipments(SHIPMENTS, { text: '  KARASU mersin ', status: '' }))).toEqual([
    2041,
  ]);
  expect(filterShipments(SHIPMENTS, { text: 'nowhere', status: '' })).toEqual([]);
  expect(filterShipments(SHIPMENTS, { text: ' ', status: '' })).toHaveLength(SHIPMENTS.length);
});

test('status and text narrow together', () => {
  expect(orders(filterShipments(SHIPMENTS, { text: '', status: 'Delayed' }))).toEqual([2043, 2045]);
  expect(orders(filterShipments(SHIPMENTS, { text: 'adana', status: 'Delayed' }))).toEqual([2043]);
});

test.each<[SortColumn, number, number]>([
  ['order', 2036, 2050],
  ['customer', 2044, 2045],
  ['route', 2043, 2047],
  ['status', 2041, 2038],
  ['arrival', 2036, 2049],
])('sorting by %s begins with %i and ends with %i', (column, first, last) => {
  const sorted = orders(sortShipments(SHIPMENTS, { column, isDescending: false }));
  expect([sorted[0], sorted.at(-1)]).toEqual([first, last]);
});

test('descending turns the order round and leaves the list itself alone', () => {
  const before = orders(SHIPMENTS);
  const sorted = orders(sortShipments(SHIPMENTS, { column: 'arrival', isDescending: true }));
  expect([sorted[0], sorted.at(-1)]).toEqual([2049, 2036]);
  expect(orders(SHIPMENTS)).toEqual(before);
});

test('a second press on a head turns the direction, another head starts ascending', () => {
  const first = nextSorting({ column: 'order', isDescending: false }, 'arrival');
  expect(first).toEqual({ column: 'arrival', isDescending: false });
  const second = nextSorting(first, 'arrival');
  expect(second).toEqual({ column: 'arrival', isDescending: true });
  expect(nextSorting(second, 'arrival')).toEqual({ column: 'arrival', isDescending: false });
});

test('arrivals are told from now', () => {
  expect(arrivalText(3)).toBe('in 3 h');
  expect(arrivalText(-2)).toBe('2 h ago');
});

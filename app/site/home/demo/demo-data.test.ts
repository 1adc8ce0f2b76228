import { expect, test } from 'vitest';
import {
  eventsOf,
  filterShipments,
  hoursText,
  nextSorting,
  progressOf,
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
  ['status', 2043, 2038],
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

test('hours are told from now', () => {
  expect([3, 0, -2].map(hoursText)).toEqual(['in 3 h', 'now', '2 h ago']);
});

test.each(SHIPMENTS)('the events of $order follow each other and fit its status', (shipment) => {
  const hours = eventsOf(shipment).map((event) => event.hours);
  expect(hours).toEqual(hours.toSorted((a, b) => a - b));
  const past = hours.filter((hour) => hour <= 0).length;
  const { status } = shipment;
  if (status === 'At the depot') expect([past, progressOf(shipment)]).toEqual([0, 0]);
  else if (status === 'Delivered') expect([past, progressOf(shipment)]).toEqual([4, 1]);
  else {
    expect([2, 3]).toContain(past);
    expect(progressOf(shipment)).toBeGreaterThan(0);
    expect(progressOf(shipment)).toBeLessThan(1);
  }
  const problems = eventsOf(shipment).filter(({ isProblem }) => isProblem);
  expect(problems).toHaveLength(status === 'Delayed' ? 1 : 0);
});

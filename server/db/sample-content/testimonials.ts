export const SAMPLE_TESTIMONIALS = [
  {
    clientName: 'Gökçe Demir',
    clientTitle: 'Operations Manager',
    clientCompany: 'Karasu Freight',
    quote:
      'Our dispatchers used to start the day with two hours of phone calls. Now they open one screen, see the nine shipments that need attention, and deal with those first. The scope was written in words we understood, and the invoice matched it.',
    rating: 5,
    photo: 'testimonials/gokce-demir.svg',
    createdAt: '2026-10-22T09:12:00.000Z',
  },
  {
    clientName: 'Hakan Yüksel',
    clientTitle: 'Partner',
    clientCompany: 'Defter Accounting',
    quote:
      'They asked to watch a month-end close before they wrote a line of code. That is why the invoice queue shows our reasons for a rejection and not an error number. When a rule changed in spring, the update was ready before the date.',
    rating: 5,
    photo: 'testimonials/hakan-yuksel.svg',
    createdAt: '2026-07-16T13:40:00.000Z',
  },
  {
    clientName: 'Leyla Koç',
    clientTitle: 'Sales Director',
    clientCompany: 'Köprü Homes',
    quote:
      'Agents update a listing from the car park after a viewing, because it takes less than a minute. We had tried two other systems that nobody filled in. This one was shaped around how we sell.',
    rating: 5,
    photo: 'testimonials/leyla-koc.svg',
    createdAt: '2026-03-19T08:25:00.000Z',
  },
  {
    clientName: 'Orhan Tunç',
    clientTitle: 'Plant Manager',
    clientCompany: 'Beytepe Ceramics',
    quote:
      'The first version had one chart too many and the team took it out when we said so. What is left is on the wall of the shift office and gets read. I would have liked the kiln data a week earlier, and they told me on day two that it would be late.',
    rating: 4,
    photo: 'testimonials/orhan-tunc.svg',
    createdAt: '2025-11-27T14:05:00.000Z',
  },
  {
    clientName: 'Tolga Erdem',
    clientTitle: 'Field Operations Lead',
    clientCompany: 'Meridyen Survey',
    quote:
      'Three weeks in a valley with no signal, four crews, and not one parcel lost when the tablets came back to the office.',
    rating: 5,
    photo: null,
    isFeatured: false,
    createdAt: '2026-01-08T10:50:00.000Z',
  },
  {
    clientName: 'Ceren Polat',
    clientCompany: 'Hisar Cold Chain',
    quote:
      'Our largest customer audits our temperature records twice a year. The last audit took one morning and one export.',
    rating: null,
    photo: null,
    isFeatured: false,
    createdAt: '2026-09-03T07:35:00.000Z',
  },
];

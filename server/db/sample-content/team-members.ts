/** They write the sample posts as well. */
export const SAMPLE_TEAM_MEMBERS = [
  {
    name: 'Selin Kaya',
    role: 'Founder, software architecture',
    photo: 'team/selin-kaya.svg',
  },
  {
    name: 'Murat Çetin',
    role: 'Shipment and invoicing systems',
    photo: 'team/murat-cetin.svg',
  },
  {
    name: 'Özlem Öztürk',
    role: 'Dashboards, maps and data',
    photo: 'team/ozlem-ozturk.svg',
  },
];

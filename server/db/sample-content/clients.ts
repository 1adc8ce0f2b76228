export const SAMPLE_CLIENTS = [
  {
    name: 'Karasu Freight',
    logo: 'clients/karasu-freight.svg',
    websiteUrl: 'https://karasu-freight.example',
    createdAt: '2026-09-28T08:30:00.000Z',
  },
  {
    name: 'Hisar Cold Chain',
    logo: 'clients/hisar-cold-chain.svg',
    websiteUrl: 'https://hisar-cold-chain.example',
    createdAt: '2026-07-20T10:15:00.000Z',
  },
  {
    name: 'Defter Accounting',
    logo: 'clients/defter-accounting.svg',
    websiteUrl: 'https://defter-accounting.example',
    createdAt: '2026-05-25T07:45:00.000Z',
  },
  {
    name: 'Köprü Homes',
    logo: 'clients/kopru-homes.svg',
    websiteUrl: 'https://kopru-homes.example',
    createdAt: '2026-01-26T11:20:00.000Z',
  },
  {
    name: 'Meridyen Survey',
    logo: 'clients/meridyen-survey.svg',
    websiteUrl: 'https://meridyen-survey.example',
    isFeatured: false,
    createdAt: '2025-10-20T09:00:00.000Z',
  },
  {
    name: 'Beytepe Ceramics',
    logo: 'clients/beytepe-ceramics.svg',
    websiteUrl: 'https://beytepe-ceramics.example',
    createdAt: '2025-09-08T12:10:00.000Z',
  },
];

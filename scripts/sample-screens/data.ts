export type Tone = 'late' | 'silent' | 'blocked' | 'fine';

export type Shipment = {
  number: string;
  tone: Tone;
  state: string;
  detail: string;
  from: string;
  to: string;
  customer: string;
  driver: string;
  plate: string;
  /** How many of the four stages are behind it. */
  stages: number;
  expected: string;
  plan: string;
  action?: string;
};

export const NEEDS_ATTENTION: Shipment[] = [
  {
    number: 'KF-24817',
    tone: 'late',
    state: 'Late 50 min',
    detail: 'Held up at Dumlupınar',
    from: 'Ankara',
    to: 'İzmir, Alsancak',
    customer: 'Beytepe Ceramics',
    driver: 'Murat Aydın',
    plate: '06 KF 417',
    stages: 2,
    expected: 'Arrival 15:10',
    plan: 'plan 14:20',
    action: 'Tell customer',
  },
  {
    number: 'KF-24823',
    tone: 'silent',
    state: 'Silent 1 h 35',
    detail: 'No report after Akşehir',
    from: 'Konya',
    to: 'Aliağa',
    customer: 'Hisar Cold Chain',
    driver: 'Serkan Uçar',
    plate: '06 KF 398',
    stages: 2,
    expected: 'Afyonkarahisar 09:05',
    plan: 'not reported',
    action: 'Call driver',
  },
  {
    number: 'KF-24809',
    tone: 'late',
    state: 'Late 35 min',
    detail: 'Left the ramp late',
    from: 'Kayseri',
    to: 'Manisa',
    customer: 'Erciyes Mobilya',
    driver: 'Hüseyin Koçak',
    plate: '38 KF 112',
    stages: 2,
    expected: 'Arrival 18:20',
    plan: 'plan 17:45',
    action: 'Tell customer',
  },
  {
    number: 'KF-24831',
    tone: 'blocked',
    state: 'Not loaded',
    detail: 'At ramp 4 since 09:10',
    from: 'Polatlı',
    to: 'İzmir, Pınarbaşı',
    customer: 'Sakarya Un',
    driver: 'Emre Taş',
    plate: '06 KF 431',
    stages: 0,
    expected: 'Departure 09:45',
    plan: 'not reported',
    action: 'Call ramp',
  },
  {
    number: 'KF-24828',
    tone: 'silent',
    state: 'Silent 48 min',
    detail: 'No report after Kütahya',
    from: 'Eskişehir',
    to: 'Aydın',
    customer: 'Porsuk Cam',
    driver: 'Yusuf Er',
    plate: '26 KF 054',
    stages: 2,
    expected: 'Uşak 09:54',
    plan: 'not reported',
    action: 'Call driver',
  },
  {
    number: 'KF-24834',
    tone: 'blocked',
    state: 'Slot moved',
    detail: 'Customer asks for 17:30',
    from: 'Kırşehir',
    to: 'İzmir, Kemalpaşa',
    customer: 'Kervan Tarım',
    driver: 'Ali Rıza Can',
    plate: '40 KF 023',
    stages: 2,
    expected: 'Arrival 16:10',
    plan: 'asked for 17:30',
    action: 'Confirm slot',
  },
  {
    number: 'KF-24811',
    tone: 'blocked',
    state: 'Part refused',
    detail: '2 of 24 pallets damaged',
    from: 'Ankara',
    to: 'Turgutlu',
    customer: 'Gediz Yapı',
    driver: 'Kadir Özkan',
    plate: '06 KF 402',
    stages: 4,
    expected: 'Delivered 10:21',
    plan: 'signature open',
    action: 'See photos',
  },
];

export const ON_PLAN: Shipment[] = [
  {
    number: 'KF-24819',
    tone: 'fine',
    state: 'On plan',
    detail: 'Passed Salihli 10:31',
    from: 'Ankara',
    to: 'Aliağa',
    customer: 'Anka Kimya',
    driver: 'Metin Kurt',
    plate: '06 KF 388',
    stages: 3,
    expected: 'Arrival 12:40',
    plan: 'plan 12:45',
  },
  {
    number: 'KF-24825',
    tone: 'fine',
    state: 'On plan',
    detail: 'Break until 10:55',
    from: 'Aksaray',
    to: 'Denizli',
    customer: 'Melendiz Süt',
    driver: 'Okan Bulut',
    plate: '68 KF 017',
    stages: 2,
    expected: 'Arrival 15:05',
    plan: 'plan 15:10',
  },
  {
    number: 'KF-24833',
    tone: 'fine',
    state: 'On plan',
    detail: 'Left Sincan 10:12',
    from: 'Ankara',
    to: 'Balıkesir',
    customer: 'Başkent Boya',
    driver: 'Selim Acar',
    plate: '06 KF 426',
    stages: 1,
    expected: 'Arrival 17:35',
    plan: 'plan 17:40',
  },
  {
    number: 'KF-24836',
    tone: 'fine',
    state: 'On plan',
    detail: 'Loaded 10:20, ramp 1',
    from: 'Polatlı',
    to: 'Manisa',
    customer: 'Sakarya Un',
    driver: 'Tuncay Işık',
    plate: '06 KF 409',
    stages: 1,
    expected: 'Arrival 18:10',
    plan: 'plan 18:10',
  },
];

/** One report of a shipment: when it happened, and when the desk heard of it. */
export type Report = {
  time: string;
  title: string;
  note: string;
  source: string;
  kind: 'done' | 'late' | 'next' | 'plan';
};

export const REPORTS: Report[] = [
  {
    time: '05:31',
    title: 'Loaded at Beytepe Ceramics',
    note: '22 pallets, 23.4 t, ramp 2',
    source: 'Depot scan',
    kind: 'done',
  },
  {
    time: '05:48',
    title: 'Left Ankara',
    note: 'Heard at 05:48',
    source: 'Driver',
    kind: 'done',
  },
  {
    time: '08:02',
    title: 'Passed Emirdağ',
    note: 'No signal, heard at 08:19',
    source: 'Driver',
    kind: 'done',
  },
  {
    time: '09:38',
    title: 'Problem: road closed at Dumlupınar',
    note: 'Accident, one lane. Waited 50 min',
    source: 'Driver',
    kind: 'late',
  },
  {
    time: '11:20',
    title: 'Next: passes Uşak',
    note: 'Goes silent at 11:50 without a report',
    source: 'Rule 7',
    kind: 'next',
  },
  {
    time: '15:10',
    title: 'Arrival at Alsancak port, gate 3',
    note: 'Plan 14:20. The gate closes at 16:00',
    source: 'Estimate',
    kind: 'plan',
  },
];

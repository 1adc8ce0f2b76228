import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { kebabCase, snakeCase } from '#shared/lib/case.ts';

const IMAGE = '/media/uploads/1700000000000-0a1b2c3d.webp';

type Fields = Record<string, unknown>;

type Sample = {
  /** The fields that a record needs. */
  input: Fields;
  /** Values of the other fields when they are left out. */
  defaults: Fields;
  /** All other fields with other values than the defaults. */
  others: Fields;
  /** The fields that keep their value when a save leaves them out. */
  retained: string[];
  /** Name of the kind in the list of administrators' changes. */
  subject: string;
  /** Texts of a record, and searches that find it. */
  searched: [fields: Fields, searches: string[]];
};

const SAMPLES: Record<string, Sample> = {
  'blog-posts': {
    input: {
      title: 'Depots',
      slug: 'depots',
      excerpt: 'Why',
      content: 'Because.',
      author: 'Selin Kaya',
      category: 'Process',
      reading_time: 3,
    },
    defaults: { featured_image_url: null, featured_image_alt: '', is_published: false },
    others: { featured_image_url: IMAGE, featured_image_alt: 'A chart', is_published: true },
    retained: [],
    subject: 'blog post "Depots"',
    searched: [
      {
        title: 'IŞIK',
        slug: 'searched',
        author: 'Gökçe Demir',
        category: 'Lojistik',
        excerpt: '100% _özet_',
      },
      ['ışık', 'isik', 'SEARCHED', 'gokce', 'LOJİSTİK', '100% _ÖZET_', '%'],
    ],
  },
  projects: {
    input: { title: 'Depots', short_description: 'Route planner', industry_category: 'Logistics' },
    defaults: {
      full_description: null,
      tech_stack: [],
      featured_image_url: null,
      featured_image_alt: '',
      gallery_images: [],
      client_name: null,
      client_quote: null,
      challenge_text: null,
      solution_text: null,
      results_text: null,
      results: [],
      is_featured: false,
      is_published: false,
    },
    others: {
      full_description: 'Long',
      tech_stack: ['TypeScript', 'PostgreSQL'],
      featured_image_url: IMAGE,
      featured_image_alt: 'A map',
      gallery_images: [IMAGE],
      client_name: 'Aras Nakliyat',
      client_quote: 'It works.',
      challenge_text: 'Late',
      solution_text: 'Early',
      results_text: 'In time',
      results: [
        { metric: 'Stops', before: '', after: 'none', how_measured: '' },
        { metric: 'Scrap', before: '6.1%', after: '4.4%', how_measured: 'Counted.' },
      ],
      is_featured: true,
      is_published: true,
    },
    retained: [],
    subject: 'project "Depots"',
    searched: [
      {
        title: 'DEPO IŞIĞI',
        client_name: 'Öztürk',
        short_description: 'Rota',
        tech_stack: ['PostGIS'],
        industry_category: 'Mapping',
      },
      ['depo ışığı', 'öztürk', 'ROTA', 'postgis', 'mapping'],
    ],
  },
  faqs: {
    input: { question: 'Depots?', answer: 'It depends.\nAsk us.', category: 'Process' },
    defaults: { sort_order: 0, is_published: true },
    others: { sort_order: 4, is_published: false },
    retained: ['sort_order', 'is_published'],
    subject: 'FAQ "Depots?"',
    searched: [
      { question: 'İSTANBUL ofisi', answer: 'Size 50% off_er\\x', category: 'Iğdır' },
      ['istanbul', ' ISTANBUL ', '50% OFF_ER\\', '%', 'igdir'],
    ],
  },
  clients: {
    input: { name: 'Hisar Cold Chain' },
    defaults: { logo_url: null, website_url: null, is_featured: true },
    others: {
      logo_url: '/media/client-logos/1700000000000-0a1b2c3d.svg',
      website_url: 'https://defter.example/ürün?a=1',
      is_featured: false,
    },
    retained: ['is_featured'],
    subject: 'client "Hisar Cold Chain"',
    searched: [{ name: 'ÇELİK Isı', website_url: 'https://depo.example' }, ['celik isi', 'DEPO.']],
  },
  testimonials: {
    input: { client_name: 'Leyla Koç', quote: 'It works.\nEvery day.' },
    defaults: {
      client_title: null,
      client_company: null,
      rating: 5,
      photo_url: null,
      is_featured: true,
    },
    others: {
      client_title: 'Manager',
      client_company: 'Karasu Freight',
      rating: 1,
      photo_url: IMAGE,
      is_featured: false,
    },
    retained: ['rating', 'is_featured'],
    subject: 'testimonial of "Leyla Koç"',
    searched: [
      { client_name: 'Gökçe', client_title: 'Müdür', client_company: 'IŞIK', quote: 'Fast' },
      ['gokce', 'MUDUR', 'isik', 'fast'],
    ],
  },
  'team-members': {
    input: { name: 'Derya Şahin', role: 'Engineer' },
    defaults: { photo_url: null, sort_order: 0, is_published: false },
    others: { photo_url: IMAGE, sort_order: 3, is_published: true },
    retained: ['sort_order', 'is_published'],
    subject: 'team member "Derya Şahin"',
    searched: [{ name: 'Ada', role: 'Tasarım' }, ['ADA', 'TASARIM']],
  },
};

/** The kinds of content, each with a sample of its fields in wire form. */
export const CONTENT_KINDS = ALL_CONTENT.map((content) => {
  const path = kebabCase(content.table);
  const sample = SAMPLES[path];
  if (!sample) throw new Error(`there is no sample of ${path}`);
  const isPublishedOrFeatured = 'isPublished' in content.schemas.input.shape;
  return {
    path,
    content,
    ...sample,
    name: snakeCase(content.nameColumn),
    shown: isPublishedOrFeatured ? 'is_published' : 'is_featured',
  };
});

export type ContentKind = (typeof CONTENT_KINDS)[number];

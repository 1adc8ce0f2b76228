import type { ProjectCategory } from '#shared/projects/values.ts';

export type SampleBlogPost = {
  slug: string;
  title: string;
  excerpt: string;
  content: string;
  author: string;
  category: string;
  readingTime: number;
  featuredImage: string | null;
  featuredImageAlt: string;
  createdAt: string;
  isPublished: boolean;
};

export type SampleProject = {
  title: string;
  shortDescription: string;
  fullDescription: string | null;
  industryCategory: ProjectCategory;
  techStack: readonly string[];
  featuredImage: string;
  featuredImageAlt: string;
  galleryImages: readonly string[];
  challengeText: string;
  solutionText: string;
  resultsText: string;
  clientQuote: string | null;
  clientName: string | null;
  createdAt: string;
  isPublished: boolean;
};

export type SampleFaq = {
  question: string;
  answer: string;
  category: string;
  sortOrder: number;
  isPublished: boolean;
};

export type SampleTestimonial = {
  clientName: string;
  clientTitle: string | null;
  clientCompany: string | null;
  quote: string;
  rating: number | null;
  photo: string | null;
  isFeatured: boolean;
  createdAt: string;
};

export type SampleClient = {
  name: string;
  logo: string;
  websiteUrl: string;
  isFeatured: boolean;
  createdAt: string;
};

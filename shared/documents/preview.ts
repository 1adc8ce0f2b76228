/** What a text loses when it is sanitised; `other` sums up what is too rare to be named. */
export type RemovedPart = {
  kind: 'element' | 'attribute' | 'comment' | 'other';
  name: string;
  count: number;
  /** Where the first one stands, if it can be told. */
  line: number | null;
};

export type MarkdownPreview = { html: string; removed: RemovedPart[] };

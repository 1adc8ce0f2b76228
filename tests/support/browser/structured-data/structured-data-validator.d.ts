declare module '@adobe/structured-data-validator' {
  type Issue = {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    /** Set for what the vocabulary does not know. */
    errorType?: 'schemaOrg';
    path: { type?: string; property?: string; index?: number }[];
  };

  export default class Validator {
    constructor(vocabulary: { '@graph': object[] });
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}

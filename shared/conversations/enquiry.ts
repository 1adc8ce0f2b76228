import { enquiryLabel } from './messages.ts';

export type NamedEnquiry = {
  kind: 'order' | 'message';
  reference: string;
  /** 'order V-7K2M9QXA' */
  label: string;
  adminPath: string;
};

type Ids = { orderId: string | null; messageId: string | null; reference: string };

export function nameEnquiry({ orderId, messageId, reference }: Ids): NamedEnquiry {
  const kind = orderId === null ? 'message' : 'order';
  const id = orderId ?? messageId ?? '';
  const label = enquiryLabel({ kind, reference });
  return { kind, reference, label, adminPath: `/admin/${kind}s?${kind}=${id}` };
}

import { messageReference } from '#shared/messages/reference.ts';
import { enquiryLabel } from './messages.ts';

export type NamedEnquiry = {
  kind: 'order' | 'message';
  reference: string;
  /** 'order V-7K2M9QXA' */
  label: string;
  adminPath: string;
};

type Ids = { orderId: string | null; messageId: string | null; reference: string | null };

/** Names an enquiry by its ids and the reference of its order; a message that became an order is named by that. */
export function nameEnquiry({ orderId, messageId, reference: ofOrder }: Ids): NamedEnquiry {
  const kind = orderId === null ? 'message' : 'order';
  const id = orderId ?? messageId ?? '';
  const reference = ofOrder ?? messageReference(id);
  const label = enquiryLabel({ kind, reference });
  return { kind, reference, label, adminPath: `/admin/${kind}s?${kind}=${id}` };
}

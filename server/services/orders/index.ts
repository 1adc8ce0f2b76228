export { createOrder } from './create-order.ts';
export { removeUnclaimedAttachments } from './remove-unclaimed-attachments.ts';
export { stageAttachment } from './stage-attachment.ts';
export { unstageAttachments } from './unstage-attachments.ts';

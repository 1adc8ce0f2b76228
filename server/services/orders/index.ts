export { orders } from './admin.ts';
export { openOrderFile } from './admin-files.ts';
export { createOrder } from './create-order.ts';
export { removeUnclaimedAttachments } from './remove-unclaimed-attachments.ts';
export { stageAttachment } from './stage-attachment.ts';
export { assertDiskRoom, countPendingUploads } from './upload-room.ts';
export { unstageAttachments } from './unstage-attachments.ts';

export { orders } from './admin.ts';
export { openOrderFile } from './admin-files.ts';
export { createOrder } from './create-order.ts';
export { findOrderDeadline } from './find-order-deadline.ts';
export { isRecentOrder } from './is-recent-order.ts';
export { removeExpiredUploads } from './remove-expired-uploads.ts';
export { uploadAttachment } from './upload-attachment.ts';
export { assertDiskRoom, countPendingUploads } from './upload-room.ts';
export { discardPendingUploads } from './discard-pending-uploads.ts';

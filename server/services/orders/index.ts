export { openOrderFile, orders } from './admin.ts';
export { convertMessage } from './convert-message.ts';
export { createOrder } from './create-order.ts';
export { discardPendingUploads, removeExpiredUploads } from './remove-expired-uploads.ts';
export { uploadAttachment } from './upload-attachment.ts';
export { assertDiskRoom, countPendingUploads, hasNoRoom } from './upload-room.ts';
export { findOrderDeadline, isRecentOrder } from './thank-you.ts';

export { updateOrder, updateOrderStatuses } from './admin-change.ts';
export { getOrder } from './admin-detail.ts';
export { exportOrders } from './admin-export.ts';
export { openOrderFile } from './admin-files.ts';
export { countOrders, listOrders, type OrderFilter } from './admin-list.ts';
export { createOrder } from './create-order.ts';
export { removeUnclaimedAttachments } from './remove-unclaimed-attachments.ts';
export { stageAttachment } from './stage-attachment.ts';
export { unstageAttachments } from './unstage-attachments.ts';

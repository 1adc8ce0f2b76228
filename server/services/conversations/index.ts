export {
  conversationsOfRecords,
  FIRST_TOKEN_VERSION,
  NEW_CONVERSATION_COLUMNS,
  type NewConversation,
  startConversation,
} from './new-conversation.ts';
export { endWaiting, resumeConversation, waitAgain, withdrawConversation } from './change.ts';
export { insertEntry, isReplay } from './entries.ts';
export {
  type OpenedFile,
  openEntryFile,
  openStoredFile,
  STORED_FILE_COLUMNS,
} from './entry-files.ts';
export {
  type Conversation,
  type ConversationRef,
  findConversation,
  leadsOf,
  lockConversation,
} from './lock.ts';
export { giveReplyAgain, loseReply } from './lost-reply.ts';
export {
  hashAddress,
  fitsTrackingLinks,
  hashOfToken,
  makeMissingTokens,
  trackingTokenOf,
} from './tracking-token.ts';
export { addNote, assign, setNextStep, snooze } from './manage.ts';
export { findNotedErasure } from './noted-erasure.ts';
export { readConversation } from './read-conversation.ts';
export {
  describeLeftOut,
  type InboundDetail,
  type InboundSender,
  recordAutoReply,
  recordInbound,
  recordLateFiles,
  recordLeftOut,
  recordLeftOutFiles,
} from './record-inbound.ts';
export { recordReply } from './record-reply.ts';
export { settleDeadlines } from './deadline.ts';
export { undoReply } from './undo-reply.ts';

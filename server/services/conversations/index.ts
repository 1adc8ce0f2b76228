export {
  conversationsOfRecords,
  NEW_CONVERSATION_COLUMNS,
  type NewConversation,
  startConversation,
} from './new-conversation.ts';
export { endWaiting, waitAgain } from './change.ts';
export { insertEntry, isReplay } from './entries.ts';
export { type OpenedFile, openEntryFile, openStoredFile } from './entry-files.ts';
export { type Conversation, type ConversationRef, leadsOf, lockConversation } from './lock.ts';
export { makeMissingTokens } from './make-tokens.ts';
export { addNote, assign, setNextStep, snooze } from './manage.ts';
export { readConversation } from './read-conversation.ts';
export { type InboundDetail, recordAutoReply, recordInbound } from './record-inbound.ts';
export { recordReply, undoReply } from './record-reply.ts';
export { resumeConversation, withdrawConversation } from './withdraw.ts';
export { hashOfToken, trackingTokenOf } from './tracking-token.ts';

/**
 * Cache keys of the messages in the message context overlay. They are cached separately, because the loaded messages of a conversation must
 * have no gaps.
 */
export const messageContextKeys = {
  conversation: (conversationId: string) => ['conversations', 'around', conversationId] as const,
  message: (conversationId: string, messageId: string) =>
    [...messageContextKeys.conversation(conversationId), messageId] as const,
}

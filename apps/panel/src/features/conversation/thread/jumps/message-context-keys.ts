/**
 * Cache keys of the messages in the message context overlay. They are cached apart from the conversation, whose loaded messages must have
 * no gaps.
 */
export const messageContextKeys = {
  conversation: (conversationId: string) => ['conversations', 'around', conversationId] as const,
  message: (conversationId: string, messageId: string) =>
    [...messageContextKeys.conversation(conversationId), messageId] as const,
}

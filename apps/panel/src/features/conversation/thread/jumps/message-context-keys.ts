/** Query keys of the message context overlay, by target message. Cached apart from the thread, which must have no gaps. */
export const messageContextKeys = {
  conversation: (conversationId: string) => ['conversations', 'around', conversationId] as const,
  message: (conversationId: string, messageId: string) =>
    [...messageContextKeys.conversation(conversationId), messageId] as const,
}

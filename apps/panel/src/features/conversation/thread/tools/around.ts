/** Query keys of the message context overlay, by target message. Cached apart from the thread, which must have no gaps. */
export const aroundKeys = {
  conversation: (conversationId: string) => ['conversations', 'around', conversationId] as const,
  message: (conversationId: string, messageId: string) => [...aroundKeys.conversation(conversationId), messageId] as const,
}

/** What was fetched from far away, by the message that it was fetched for: apart from the thread, which has no holes. */
export const aroundKeys = {
  conversation: (conversationId: string) => ['conversations', 'around', conversationId] as const,
  message: (conversationId: string, messageId: string) => [...aroundKeys.conversation(conversationId), messageId] as const,
}

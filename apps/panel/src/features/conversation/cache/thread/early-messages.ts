import type { Message } from '@prosa/contract/entities/conversations/message'

/** Messages by lead id that arrived by event before their conversation was loaded. */
const earlyMessages = new Map<string, Message[]>()

export const storeEarlyMessage = (leadId: string, message: Message): void => {
  earlyMessages.set(leadId, [...(earlyMessages.get(leadId) ?? []), message])
}

export const drainEarlyMessages = (leadId: string): readonly Message[] => {
  const messages = earlyMessages.get(leadId) ?? []
  earlyMessages.delete(leadId)
  return messages
}

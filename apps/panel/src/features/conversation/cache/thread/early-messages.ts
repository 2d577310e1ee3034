import type { Message } from '@prosa/contract/entities/conversations/message'

/** Messages received after joining a lead's room and before the first response with its history, stored until then. */
const earlyMessages = new Map<string, Message[]>()

export const storeEarlyMessage = (leadId: string, message: Message): void => {
  earlyMessages.set(leadId, [...(earlyMessages.get(leadId) ?? []), message])
}

export const drainEarlyMessages = (leadId: string): readonly Message[] => {
  const kept = earlyMessages.get(leadId) ?? []
  earlyMessages.delete(leadId)
  return kept
}

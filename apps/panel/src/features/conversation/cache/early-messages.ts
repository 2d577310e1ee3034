import type { Message } from '@prosa/contract/entities/message'

/** Messages received after joining a lead's room and before the first response with its history, stored until then. */
const early = new Map<string, Message[]>()

export const keepEarly = (leadId: string, message: Message): void => {
  early.set(leadId, [...(early.get(leadId) ?? []), message])
}

export const drainEarly = (leadId: string): readonly Message[] => {
  const kept = early.get(leadId) ?? []
  early.delete(leadId)
  return kept
}

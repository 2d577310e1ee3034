import type { Message } from '@prosa/contract/entities/message'

/** Messages told between joining a lead's room and the first answer of its history, kept until that answer comes. */
const early = new Map<string, Message[]>()

export const keepEarly = (leadId: string, message: Message): void => {
  early.set(leadId, [...(early.get(leadId) ?? []), message])
}

export const drainEarly = (leadId: string): readonly Message[] => {
  const kept = early.get(leadId) ?? []
  early.delete(leadId)
  return kept
}

import type { StoredMessage } from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import type { AnsweredSend } from '../clients/send-from-clients.ts'

/** Result of comparing the answers to sends with the stored rows. */
export interface SendComparison {
  sent: number
  /** Answered, but not stored, or stored with another id. */
  lost: number
  /** Stored more than once. */
  doubled: number
  /** Stored before a message that its client had sent earlier. */
  outOfOrder: number
  /** Sequence numbers without a message, or with two. */
  holes: number
}

/** Compares every answer with the stored rows. Each client has sent its messages one after the other. */
export function compareSendsWithStored(sent: readonly AnsweredSend[], stored: readonly StoredMessage[]): SendComparison {
  const rows = Map.groupBy(stored, ({ conversationId, content }) => `${conversationId}\n${content}`)
  const rowsOf = (one: AnsweredSend) => rows.get(`${one.conversationId}\n${one.content}`) ?? []
  const lost = sent.filter((one) => !rowsOf(one).some(({ id }) => id === one.messageId)).length
  const doubled = sent.filter((one) => rowsOf(one).length > 1).length
  let outOfOrder = 0
  for (const ofConversation of Map.groupBy(sent, ({ conversationId }) => conversationId).values()) {
    const places = ofConversation.map((one) => rowsOf(one)[0]?.seq ?? 0)
    outOfOrder += places.filter((place, index) => index > 0 && place <= (places[index - 1] ?? 0)).length
  }
  let holes = 0
  for (const ofConversation of Map.groupBy(stored, ({ conversationId }) => conversationId).values())
    holes += ofConversation.filter(({ seq }, index) => seq !== index + 1).length
  return { sent: sent.length, lost, doubled, outOfOrder, holes }
}

/** Returns the median, upper percentiles and maximum of the values in milliseconds, rounded. */
export function getPercentiles(values: readonly number[]): { p50: number; p95: number; p99: number; worst: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1) }
}

import * as z from 'zod/mini'
import type { HistoryEntry } from '../../platform/external-services/whatsapp-api.ts'

/** Fields of Meta's message history to request. */
export const HISTORY_FIELDS = 'id,message_id,events{delivery_status,timestamp}'

const events = z.nullish(z.object({ data: z.array(z.object({ timestamp: z.nullish(z.coerce.number()) })) }))
const historyResponse = z.object({
  data: z.array(z.object({ message_id: z.string(), events })),
  paging: z.nullish(z.object({ cursors: z.nullish(z.object({ after: z.nullish(z.string()) })), next: z.nullish(z.string()) })),
})

/** Parses one page of Meta's message history. `after`: cursor of the next page, or null. Returns undefined for an invalid response. */
export function parseHistoryPage(body: unknown): { entries: readonly HistoryEntry[]; after: string | null } | undefined {
  const parsed = historyResponse.safeParse(body).data
  if (!parsed) return undefined
  const { data, paging } = parsed
  // Meta may link the next page, or only return a full page with a cursor.
  const after = paging?.cursors?.after ?? null
  return {
    entries: data.map(({ message_id: id, events: deliveryEvents }) => ({
      id,
      sentAt: getEarliestDate((deliveryEvents?.data ?? []).map(({ timestamp }) => timestamp)),
    })),
    after: data.length > 0 && (paging?.next || data.length >= PAGE_SIZE) ? after : null,
  }
}

const PAGE_SIZE = 100

function getEarliestDate(times: readonly (number | null | undefined)[]): Date | null {
  const validTimes = times.filter((time) => typeof time === 'number' && Number.isFinite(time) && time > 0)
  return validTimes.length > 0 ? new Date(Math.min(...(validTimes as number[])) * 1_000) : null
}

/** Schema of Meta's response to a request for the history or contacts of a phone. */
export const syncResponse = z.object({ request_id: z.nullish(z.coerce.string()) })

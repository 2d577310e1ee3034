import type {
  HistoryEntry,
  MetaQueryResult,
  WhatsAppAccount,
  WhatsAppApi,
} from '../../../../platform/external-services/whatsapp-api.ts'

/** Maximum number of history pages to fetch, with a hundred entries each. */
const MAX_PAGES = 120
/**
 * Milliseconds before the requested time for which entries are fetched too. Meta's clock may differ, and a page may be slightly unsorted.
 */
const CLOCK_TOLERANCE_MS = 3_600_000

export interface FetchedHistory {
  entries: readonly HistoryEntry[]
  /** Whether all entries since the requested time were fetched. */
  isComplete: boolean
}

/**
 * Fetches Meta's message history of a WhatsApp number since `since`. Meta does not document the order of the entries, so fetching stops
 * early only at a page that is sorted and too old.
 */
export async function fetchMetaHistory(
  whatsapp: Pick<WhatsAppApi, 'listHistory'>,
  account: WhatsAppAccount,
  since: Date,
): Promise<MetaQueryResult<FetchedHistory>> {
  const entries: HistoryEntry[] = []
  const oldest = since.getTime() - CLOCK_TOLERANCE_MS
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const response: MetaQueryResult<{ entries: readonly HistoryEntry[]; after: string | null }> = await whatsapp.listHistory(
      account,
      after,
    )
    if (response.kind !== 'answered') return response
    entries.push(...response.value.entries)
    after = response.value.after
    if (after === null || isPageOlder(response.value.entries, oldest))
      return { kind: 'answered', value: { entries, isComplete: true } }
  }
  return { kind: 'answered', value: { entries, isComplete: false } }
}

/** Whether a history page is sorted by descending time and all its entries are older than `oldest` (milliseconds since the epoch). */
function isPageOlder(entries: readonly HistoryEntry[], oldest: number): boolean {
  const times = entries.flatMap(({ sentAt }) => sentAt?.getTime() ?? [])
  const [first = Number.POSITIVE_INFINITY] = times
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  return times.length > 1 && last < first && first < oldest
}

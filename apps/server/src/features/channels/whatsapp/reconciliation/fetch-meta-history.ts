import type {
  HistoryEntry,
  MetaQueryResult,
  WhatsAppAccount,
  WhatsAppApi,
} from '../../../../platform/external-services/whatsapp-api.ts'

/** Maximum number of pages, of a hundred entries each. */
const MAX_PAGES = 120
/** Milliseconds before the requested time that are read too, because Meta's clock may differ and a page may be slightly unsorted. */
const CLOCK_TOLERANCE_MS = 3_600_000

export interface FetchedHistory {
  entries: readonly HistoryEntry[]
  /** False if there are more entries than were read, so that a missing entry may exist. */
  isWhole: boolean
}

/**
 * Fetches Meta's history of a number's messages since `since`. Meta does not document the order, so reading stops early only if a page is
 * clearly sorted descending and older.
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
    const answer: MetaQueryResult<{ entries: readonly HistoryEntry[]; after: string | null }> = await whatsapp.listHistory(
      account,
      after,
    )
    if (answer.kind !== 'answered') return answer
    entries.push(...answer.value.entries)
    after = answer.value.after
    if (after === null || isPageOlder(answer.value.entries, oldest))
      return { kind: 'answered', value: { entries, isWhole: true } }
  }
  return { kind: 'answered', value: { entries, isWhole: false } }
}

/** Returns whether a page is sorted by descending time and all its entries are older than `oldest`. */
function isPageOlder(entries: readonly HistoryEntry[], oldest: number): boolean {
  const times = entries.flatMap(({ at }) => at?.getTime() ?? [])
  const [first = Number.POSITIVE_INFINITY] = times
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  return times.length > 1 && last < first && first < oldest
}

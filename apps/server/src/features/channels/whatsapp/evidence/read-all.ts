import type { Asked, HistoryEntry, WhatsAppAccount, WhatsAppApi } from '../../../../kernel/whatsapp.ts'

/** Pages of a hundred that are read at most. */
const PAGES_MAX = 120
/** Beyond the time that is asked for: Meta's clock is not ours, and one page may be a little out of order. */
const BEYOND_MS = 3_600_000

export interface ReadHistory {
  entries: readonly HistoryEntry[]
  /** False where there is more than was read, so that what is not here may be there. */
  isWhole: boolean
}

/** What Meta has of a number's messages since then. In which order it tells them nobody says: it is left early only where that is plain. */
export async function readAll(
  whatsapp: Pick<WhatsAppApi, 'listHistory'>,
  account: WhatsAppAccount,
  since: Date,
): Promise<Asked<ReadHistory>> {
  const entries: HistoryEntry[] = []
  const oldest = since.getTime() - BEYOND_MS
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer: Asked<{ entries: readonly HistoryEntry[]; after: string | null }> = await whatsapp.listHistory(account, after)
    if (answer.kind !== 'answered') return answer
    entries.push(...answer.value.entries)
    after = answer.value.after
    if (after === null || isPast(answer.value.entries, oldest)) return { kind: 'answered', value: { entries, isWhole: true } }
  }
  return { kind: 'answered', value: { entries, isWhole: false } }
}

/** A page that goes down in time and lies before it all. */
function isPast(entries: readonly HistoryEntry[], oldest: number): boolean {
  const times = entries.flatMap(({ at }) => at?.getTime() ?? [])
  const [first = Number.POSITIVE_INFINITY] = times
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  return times.length > 1 && last < first && first < oldest
}

import type { Outbox, UnsentMessage } from '../outbox.ts'

/** Time in milliseconds after which an unsent message counts as failed and shows its two buttons (1-whatsapp, section 5). */
export const RETRY_PERIOD_MS = 60 * 60_000

/** Unsent message as stored in the browser, in case its tab never returns. */
export interface StoredUnsentMessage {
  readonly entry: UnsentMessage
  readonly userId: string
  readonly tenantId: string
  /** Tab that shows it. */
  readonly tab: string
  /** Local time in milliseconds when it was written or last retried. */
  readonly at: number
  /** Position among the other entries. */
  readonly order: number
}

const hasFile = ({ file }: UnsentMessage): boolean => file !== undefined && !file.card

/**
 * Returns the entries to store: files, and texts of the same conversation that are being sent with them. Texts after a file would be lost
 * with the tab, and texts before it would be overtaken. An entry once stored stays stored until it is sent.
 */
export function selectEntriesToStore(entries: Outbox, isKept: (tempId: string) => boolean): UnsentMessage[] {
  const own = entries.filter(({ peer, status }) => !peer && status !== 'done')
  const underWay = own.filter(({ status }) => status === 'waiting')
  const withFiles = new Set(underWay.filter(hasFile).map(({ conversationId }) => conversationId))
  return own.filter(
    ({ tempId, status, conversationId }) => isKept(tempId) || (status === 'waiting' && withFiles.has(conversationId)),
  )
}

interface EntryOwner {
  readonly id: string
  readonly tenant: { readonly id: string }
}

/** Returns the entries of a user in this organisation that no open tab shows. */
export const filterAbandonedEntries = (
  all: readonly StoredUnsentMessage[],
  { id, tenant }: EntryOwner,
  isShown: (kept: StoredUnsentMessage) => boolean,
): StoredUnsentMessage[] => all.filter((kept) => kept.userId === id && kept.tenantId === tenant.id && !isShown(kept))

/** Returns the entry for another tab: waiting again, or failed if it had failed or its time is over. */
export const toResumedEntry = ({ entry, at }: StoredUnsentMessage, now: number): UnsentMessage =>
  entry.status === 'waiting' && now - at < RETRY_PERIOD_MS ? { ...entry, failure: null } : { ...entry, status: 'error' }

/** Merges adopted entries into this tab's entries, in the order of writing. */
export const mergeAdoptedEntries = (entries: Outbox, more: Outbox): Outbox => {
  const ids = new Set(more.map(({ tempId }) => tempId))
  return [...more, ...entries.filter(({ tempId }) => !ids.has(tempId))].sort((a, b) => a.createdAt - b.createdAt)
}

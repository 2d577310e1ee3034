import type { Outbox, UnsentMessage } from '../outbox.ts'

/**
 * Time in milliseconds after which sending an unsent message counts as failed. Its bubble then shows two buttons (1-whatsapp, section 5).
 */
export const RETRY_PERIOD_MS = 60 * 60_000

/** Unsent message as stored in the browser's database, so that another tab can send it. */
export interface StoredUnsentMessage {
  readonly entry: UnsentMessage
  readonly userId: string
  readonly tenantId: string
  /** Id of the tab that shows the message. */
  readonly tab: string
  /** Local time in milliseconds since the epoch when the message was written or last retried by the user. */
  readonly at: number
  /** Position of the message in the order of writing. */
  readonly order: number
}

const hasFile = ({ file }: UnsentMessage): boolean => file !== undefined && !file.card

/**
 * Selects the entries to store: files, and the texts of the same conversation that are sent together with them. Otherwise texts after a
 * file would be lost with the tab, and texts before it would be sent later than the file. `isStored`: whether an entry is already stored;
 * it stays stored until it is sent.
 */
export function selectEntriesToStore(entries: Outbox, isStored: (tempId: string) => boolean): UnsentMessage[] {
  const ownEntries = entries.filter(({ peer, status }) => !peer && status !== 'done')
  const waitingEntries = ownEntries.filter(({ status }) => status === 'waiting')
  const withFiles = new Set(waitingEntries.filter(hasFile).map(({ conversationId }) => conversationId))
  return ownEntries.filter(
    ({ tempId, status, conversationId }) => isStored(tempId) || (status === 'waiting' && withFiles.has(conversationId)),
  )
}

interface EntryOwner {
  readonly id: string
  readonly tenant: { readonly id: string }
}

/** Returns the stored entries of a user in this organisation that no open tab shows. */
export const filterAbandonedEntries = (
  storedEntries: readonly StoredUnsentMessage[],
  { id, tenant }: EntryOwner,
  isShownInOpenTab: (stored: StoredUnsentMessage) => boolean,
): StoredUnsentMessage[] =>
  storedEntries.filter((stored) => stored.userId === id && stored.tenantId === tenant.id && !isShownInOpenTab(stored))

/** Converts a stored entry for another tab. The entry is sent again, or marked as failed if it had failed or its retry period is over. */
export const toResumedEntry = ({ entry, at }: StoredUnsentMessage, now: number): UnsentMessage =>
  entry.status === 'waiting' && now - at < RETRY_PERIOD_MS ? { ...entry, failure: null } : { ...entry, status: 'error' }

/** Merges entries taken over from other tabs into this tab's entries, in the order of writing. */
export const mergeAdoptedEntries = (entries: Outbox, adopted: Outbox): Outbox => {
  const ids = new Set(adopted.map(({ tempId }) => tempId))
  return [...adopted, ...entries.filter(({ tempId }) => !ids.has(tempId))].sort((a, b) => a.createdAt - b.createdAt)
}

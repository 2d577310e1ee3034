import type { Outbox, Unsent } from '../cache/outbox.ts'

/** Time in milliseconds after which an unsent message counts as failed and shows its two buttons (1-whatsapp, section 5). */
export const TRIED_FOR_MS = 60 * 60_000

/** Unsent message as stored in the browser, in case its tab never returns. */
export interface Kept {
  readonly entry: Unsent
  readonly userId: string
  readonly tenantId: string
  /** Tab that shows it. */
  readonly tab: string
  /** Local time in milliseconds when it was written or last retried. */
  readonly at: number
  /** Position among the other entries. */
  readonly order: number
}

const isFile = ({ file }: Unsent): boolean => file !== undefined && !file.card

/**
 * Returns the entries to store: files, and texts of the same conversation that are being sent with them. Texts after a file would be lost
 * with the tab, and texts before it would be overtaken. An entry once stored stays stored until it is sent.
 */
export function worthKeeping(entries: Outbox, isKept: (tempId: string) => boolean): Unsent[] {
  const own = entries.filter(({ peer, status }) => !peer && status !== 'done')
  const underWay = own.filter(({ status }) => status === 'waiting')
  const withFiles = new Set(underWay.filter(isFile).map(({ conversationId }) => conversationId))
  return own.filter(
    ({ tempId, status, conversationId }) => isKept(tempId) || (status === 'waiting' && withFiles.has(conversationId)),
  )
}

interface Who {
  readonly id: string
  readonly tenant: { readonly id: string }
}

/** Returns the entries of a user in this organisation that no open tab shows. */
export const leftBehind = (all: readonly Kept[], { id, tenant }: Who, isShown: (kept: Kept) => boolean): Kept[] =>
  all.filter((kept) => kept.userId === id && kept.tenantId === tenant.id && !isShown(kept))

/** Returns the entry for another tab: waiting again, or failed if it had failed or its time is over. */
export const goesOn = ({ entry, at }: Kept, now: number): Unsent =>
  entry.status === 'waiting' && now - at < TRIED_FOR_MS ? { ...entry, failure: null } : { ...entry, status: 'error' }

/** Merges adopted entries into this tab's entries, in the order of writing. */
export const among = (entries: Outbox, more: Outbox): Outbox => {
  const ids = new Set(more.map(({ tempId }) => tempId))
  return [...more, ...entries.filter(({ tempId }) => !ids.has(tempId))].sort((a, b) => a.createdAt - b.createdAt)
}

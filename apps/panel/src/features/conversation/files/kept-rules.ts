import type { Outbox, Unsent } from '../cache/outbox.ts'

/** From then on what is unsent stands failed, with its two buttons (1-whatsapp, section 5). */
export const TRIED_FOR_MS = 60 * 60_000

/** One unsent message as the browser keeps it for a tab that may never come back. */
export interface Kept {
  readonly entry: Unsent
  readonly userId: string
  readonly tenantId: string
  /** The tab that shows it. */
  readonly tab: string
  /** When it was written, or last asked for again, by this computer's clock. */
  readonly at: number
  /** Its place among the others. */
  readonly order: number
}

const isFile = ({ file }: Unsent): boolean => file !== undefined && !file.card

/**
 * What outlives its tab: files, and the texts on their way with them in their conversation. Those behind one would be lost with the tab, and those
 * before it be overtaken. What is kept once stays so until it has gone.
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

/** What of a person, in this organisation, no tab shows any more. */
export const leftBehind = (all: readonly Kept[], { id, tenant }: Who, isShown: (kept: Kept) => boolean): Kept[] =>
  all.filter((kept) => kept.userId === id && kept.tenantId === tenant.id && !isShown(kept))

/** As it goes on in another tab: under way again, or failed where it had, or where its time is over. */
export const goesOn = ({ entry, at }: Kept, now: number): Unsent =>
  entry.status === 'waiting' && now - at < TRIED_FOR_MS ? { ...entry, failure: null } : { ...entry, status: 'error' }

/** What goes on from another tab stands where it was written, among what this one has. */
export const among = (entries: Outbox, more: Outbox): Outbox => {
  const ids = new Set(more.map(({ tempId }) => tempId))
  return [...more, ...entries.filter(({ tempId }) => !ids.has(tempId))].sort((a, b) => a.createdAt - b.createdAt)
}

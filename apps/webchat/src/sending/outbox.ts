import type { SentMediaType } from '@prosa/contract/entities/conversations/message'

/** A message that the server has not confirmed yet. Its key stays the same for every attempt, also after a reload. */
export interface UnsentEntry {
  readonly key: string
  readonly content: string
  /** Time at which the lead wrote the message, in milliseconds since the epoch. */
  readonly at: number
  /** `refused`: the server rejected the message; only the lead can retry or discard it. */
  readonly status: 'waiting' | 'refused'
  /** Attached file; `content` is its caption. The file's bytes are stored separately under the same key. */
  readonly file?: UnsentFile
  /** Option that the lead has chosen, and the message that offered it. */
  readonly choice?: ChosenOption
  /** Portuguese reason for a rejection, if the server reported one. */
  readonly reason?: string
}

export interface ChosenOption {
  readonly message_id: string
  readonly id: string
}

export interface UnsentFile {
  readonly name: string
  readonly size: number
  readonly as: SentMediaType
}

export interface Outbox {
  /** Returns the unsent messages, oldest first. */
  list(): UnsentEntry[]
  /** Returns a time for a new message that is later than the times of all stored messages. */
  now(): number
  put(entry: UnsentEntry): void
  remove(key: string): void
}

const isUnsent = (value: unknown): value is UnsentEntry => {
  if (typeof value !== 'object' || value === null) return false
  const { key, content, at, status } = value as Record<string, unknown>
  return (
    typeof key === 'string' &&
    typeof content === 'string' &&
    typeof at === 'number' &&
    (status === 'waiting' || status === 'refused')
  )
}

const parseUnsent = (text: string | null): UnsentEntry | null => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isUnsent(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Creates the store for unsent messages (outbox). Uses one storage entry per message, so that two browser tabs never overwrite each other's
 * messages. If `storage` is null, messages are lost when the page is closed.
 */
export const createOutbox = (agentId: string, storage: Storage | null): Outbox => {
  const prefix = `prosa-webchat:${agentId}:`
  const entries = new Map<string, UnsentEntry>()
  for (const name of storage ? Object.keys(storage) : []) {
    const entry = name.startsWith(prefix) ? parseUnsent(storage?.getItem(name) ?? null) : null
    if (entry) entries.set(entry.key, entry)
  }
  return {
    list: () => [...entries.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1)),
    now: () => [...entries.values()].reduce((latest, { at }) => Math.max(latest, at + 1), Date.now()),
    put: (entry) => {
      entries.set(entry.key, entry)
      try {
        storage?.setItem(prefix + entry.key, JSON.stringify(entry))
      } catch {
        // Ignores the error: if the storage is full, the message is only lost when the page is closed or reloaded.
      }
    },
    remove: (key) => {
      entries.delete(key)
      storage?.removeItem(prefix + key)
    },
  }
}

/** Returns the browser's local storage, or null if it is disabled. */
export const getBrowserStorage = (): Storage | null => {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

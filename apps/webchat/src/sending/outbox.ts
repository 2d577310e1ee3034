import type { SentMediaType } from '@prosa/contract/entities/conversations/message'

/** Message that the server has not confirmed. Its key stays the same for every attempt, also after a reload. */
export interface UnsentEntry {
  readonly key: string
  readonly content: string
  /** Time of writing, in milliseconds since the epoch. */
  readonly at: number
  /** `refused`: the server rejected it; only the lead can retry or drop it. */
  readonly status: 'waiting' | 'refused'
  /** Attachment, with `content` as its caption. Its bytes are stored separately under the same key. */
  readonly file?: UnsentFile
  /** Chosen option, and the message that offered it. */
  readonly choice?: ChosenOption
  /** Reason for a rejection, if there is a specific one. */
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
  /** Oldest first. */
  list(): UnsentEntry[]
  /** Returns a time for a new entry that is later than that of all stored ones. */
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
 * Creates an outbox with one storage entry per message, so that two tabs never overwrite each other. Without storage it lasts as long as
 * the page.
 */
export const createOutbox = (agentId: string, storage: Storage | null): Outbox => {
  const prefix = `prosa-webchat:${agentId}:`
  const kept = new Map<string, UnsentEntry>()
  for (const name of storage ? Object.keys(storage) : []) {
    const entry = name.startsWith(prefix) ? parseUnsent(storage?.getItem(name) ?? null) : null
    if (entry) kept.set(entry.key, entry)
  }
  return {
    list: () => [...kept.values()].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1)),
    now: () => [...kept.values()].reduce((latest, { at }) => Math.max(latest, at + 1), Date.now()),
    put: (entry) => {
      kept.set(entry.key, entry)
      try {
        storage?.setItem(prefix + entry.key, JSON.stringify(entry))
      } catch {
        // If the storage is full, the message is only lost at a reload.
      }
    },
    remove: (key) => {
      kept.delete(key)
      storage?.removeItem(prefix + key)
    },
  }
}

/** Returns the browser's storage, or null if it is disabled. */
export const getBrowserStorage = (): Storage | null => {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

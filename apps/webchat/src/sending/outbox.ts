import type { SentMediaType } from '@prosa/contract/entities/conversations/message'

/** A message that the server has not confirmed yet. */
export interface UnsentEntry {
  /** Idempotency key. It stays the same for every attempt, even after a reload. */
  readonly key: string
  readonly content: string
  /** Time of writing, in milliseconds since the epoch. */
  readonly at: number
  /** `refused`: the server rejected the message, and only the lead can retry or discard it. */
  readonly status: 'waiting' | 'refused'
  /** Attached file, whose caption is `content`. The bytes are stored separately under the same key. */
  readonly file?: UnsentFile
  readonly choice?: ChosenOption
  /** Portuguese reason why the server rejected the message, if the server sent one. */
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
  /** Returns a time for a new message. It is later than the times of all stored messages, so that messages keep their order. */
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
 * Creates the store for unsent messages. Each message has its own storage entry, so that two browser tabs never overwrite each other's
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
        // Ignores a full storage: the message is lost only if the page is closed or reloaded.
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

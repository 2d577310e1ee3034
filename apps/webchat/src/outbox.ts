import type { SendAs } from '@prosa/contract/entities/message'

/** A message that the server has not confirmed yet. Its key stays the same through every try, also after a reload. */
export interface Unsent {
  readonly key: string
  readonly content: string
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number
  /** `refused`: the server will not take it; only the lead may try again or drop it. */
  readonly status: 'waiting' | 'refused'
  /** What it carries, which `content` is the caption of; its bytes are kept apart, under the same key. */
  readonly file?: UnsentFile
  /** Which option of which message it is. */
  readonly choice?: Choice
  /** Why it was refused, where more can be said than that. */
  readonly reason?: string
}

export interface Choice {
  readonly message_id: string
  readonly id: string
}

export interface UnsentFile {
  readonly name: string
  readonly size: number
  readonly as: SendAs
}

export interface Outbox {
  /** Oldest first. */
  list(): Unsent[]
  /** When something is written that stands behind all that is here. */
  now(): number
  put(entry: Unsent): void
  remove(key: string): void
}

const isUnsent = (value: unknown): value is Unsent => {
  if (typeof value !== 'object' || value === null) return false
  const { key, content, at, status } = value as Record<string, unknown>
  return (
    typeof key === 'string' &&
    typeof content === 'string' &&
    typeof at === 'number' &&
    (status === 'waiting' || status === 'refused')
  )
}

const parse = (text: string | null): Unsent | null => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isUnsent(value) ? value : null
  } catch {
    return null
  }
}

/** One storage entry per message, so that two tabs never overwrite each other. Without a working storage it lasts as long as the page. */
export const createOutbox = (agentId: string, storage: Storage | null): Outbox => {
  const prefix = `prosa-webchat:${agentId}:`
  const kept = new Map<string, Unsent>()
  for (const name of storage ? Object.keys(storage) : []) {
    const entry = name.startsWith(prefix) ? parse(storage?.getItem(name) ?? null) : null
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
        // A full storage costs the reload, not the message.
      }
    },
    remove: (key) => {
      kept.delete(key)
      storage?.removeItem(prefix + key)
    },
  }
}

/** The browser's storage, or null where it is switched off. */
export const browserStorage = (): Storage | null => {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

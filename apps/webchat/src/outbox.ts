/** A message that the server has not confirmed yet. Its key stays the same through every try, also after a reload. */
export interface Unsent {
  readonly key: string
  readonly content: string
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number
  /** `refused`: the server will not take it; only the lead may try again or drop it. */
  readonly status: 'waiting' | 'refused'
}

export interface Outbox {
  /** Oldest first. */
  list(): Unsent[]
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

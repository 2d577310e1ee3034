import { safeLocalStorage } from '../browser/safe-storage.ts'
/**
 * Creates a record in local storage that all tabs share. `defaults`: values of fields that are missing or have another type. Other tabs
 * read a change with a short delay.
 */
export function createSharedRecord<T extends Record<keyof T, number | boolean>>(key: string, defaults: T) {
  const read = (): T => {
    const record = { ...defaults }
    try {
      const stored = JSON.parse(safeLocalStorage.getItem(key) ?? '') as Record<string, unknown>
      for (const name in defaults)
        if (typeof stored[name] === typeof defaults[name]) record[name] = stored[name] as T[typeof name]
    } catch {}
    return record
  }
  return {
    read,
    update: (change: Partial<T>): void => safeLocalStorage.setItem(key, JSON.stringify({ ...read(), ...change })),
    clear: (): void => safeLocalStorage.removeItem(key),
    /** Calls `listener` when another tab has changed the record. Returns a function that unsubscribes. */
    onChangeInOtherTab: (listener: () => void): (() => void) => {
      const listen = (event: StorageEvent) => {
        if (event.key === key) listener()
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
  }
}

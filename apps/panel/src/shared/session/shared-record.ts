import { safeLocalStorage } from '../browser/safe-storage.ts'
/**
 * Creates a record in local storage that all tabs share. `none`: the default values, used if a field is missing or has another type. Other
 * tabs read a change with a short delay.
 */
export function createSharedRecord<T extends Record<keyof T, number | boolean>>(key: string, none: T) {
  const read = (): T => {
    const record = { ...none }
    try {
      const held = JSON.parse(safeLocalStorage.getItem(key) ?? '') as Record<string, unknown>
      for (const name in none) if (typeof held[name] === typeof none[name]) record[name] = held[name] as T[typeof name]
    } catch {}
    return record
  }
  return {
    read,
    change: (change: Partial<T>): void => safeLocalStorage.setItem(key, JSON.stringify({ ...read(), ...change })),
    clear: (): void => safeLocalStorage.removeItem(key),
    /** Calls `react` when another tab has changed the record. Returns a function that stops it. */
    onOtherTab: (react: () => void): (() => void) => {
      const listen = (event: StorageEvent) => {
        if (event.key === key) react()
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
  }
}

import { localArea } from '../safe-storage.ts'
/**
 * What the tabs of one browser share, in local storage; `none` stands for what is not there, or is of another kind than it. A tab sees what
 * another wrote a moment late.
 */
export function sharedRecord<T extends Record<keyof T, number | boolean>>(key: string, none: T) {
  const read = (): T => {
    const record = { ...none }
    try {
      const held = JSON.parse(localArea.getItem(key) ?? '') as Record<string, unknown>
      for (const name in none) if (typeof held[name] === typeof none[name]) record[name] = held[name] as T[typeof name]
    } catch {}
    return record
  }
  return {
    read,
    change: (change: Partial<T>): void => localArea.setItem(key, JSON.stringify({ ...read(), ...change })),
    clear: (): void => localArea.removeItem(key),
    /** Runs when another tab's change has come here; answers how to stop. */
    onOtherTab: (react: () => void): (() => void) => {
      const listen = (event: StorageEvent) => {
        if (event.key === key) react()
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
  }
}

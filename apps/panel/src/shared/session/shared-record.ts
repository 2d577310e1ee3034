/** What the tabs of one browser share, in local storage; `none` stands for what is not there. A tab sees what another wrote a moment late. */
export function sharedRecord<T extends object>(key: string, none: T) {
  const read = (): T => {
    try {
      return { ...none, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>) }
    } catch {
      return none
    }
  }
  return {
    read,
    change: (change: Partial<T>): void => localStorage.setItem(key, JSON.stringify({ ...read(), ...change })),
    clear: (): void => localStorage.removeItem(key),
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

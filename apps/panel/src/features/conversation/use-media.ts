import { useSyncExternalStore } from 'react'

/** Whether a media query holds, as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Where the chat page changes its shape (visual.md, width). */
export const WIDTHS = { twoPanes: '(min-width: 40rem)', splitter: '(min-width: 64rem)', profile: '(min-width: 80rem)' } as const

import { useSyncExternalStore } from 'react'

/** Where the chat page changes its shape, in rem. */
export const WIDTHS = { twoPanes: 40, splitter: 64, profile: 80 } as const

const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Hears of a wider window and of larger text: a media query counts in the browser's own text size, whatever the page's is. */
function onChange(changed: () => void): () => void {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:fixed;width:1rem;visibility:hidden'
  document.body.append(probe)
  const observer = new ResizeObserver(changed)
  observer.observe(probe)
  window.addEventListener('resize', changed)
  return () => {
    observer.disconnect()
    probe.remove()
    window.removeEventListener('resize', changed)
  }
}

/** Whether the window is at least so many rem wide, as it and its text change. */
export const useIsWide = (rem: number): boolean => useSyncExternalStore(onChange, () => window.innerWidth >= rem * remInPx())

import { useSyncExternalStore } from 'react'

/** Window widths in rem from which the chat page shows two panes, a movable divider, and the profile. */
export const LAYOUT_BREAKPOINTS_REM = { twoPanes: 40, splitter: 64, profile: 80 } as const

const getRemInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/**
 * Subscribes to changes of the window's width and of the text size. A media query would use the browser's text size instead of the page's.
 */
function subscribeToWidth(onChange: () => void): () => void {
  const probe = document.createElement('span')
  probe.style.cssText = 'position:fixed;width:1rem;visibility:hidden'
  document.body.append(probe)
  const observer = new ResizeObserver(onChange)
  observer.observe(probe)
  window.addEventListener('resize', onChange)
  return () => {
    observer.disconnect()
    probe.remove()
    window.removeEventListener('resize', onChange)
  }
}

/** Returns whether the window is at least `rem` wide, measured in the page's text size. */
export const useIsWide = (rem: number): boolean =>
  useSyncExternalStore(subscribeToWidth, () => window.innerWidth >= rem * getRemInPx())

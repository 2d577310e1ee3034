import { useEffect, useEffectEvent } from 'react'

/** Requests that a layer close. A layer that stays open, for example to ask for confirmation, gets its history entry again. */
type Close = () => void

/** State of a history entry: the router's key of the page and the number of layers open above the page. */
interface EntryState {
  readonly __TSR_key?: string
  readonly layers?: number
}

/** Open layers, the topmost last. Each layer adds one entry to the browser's history. */
const layers: Close[] = []
let pageKey: string | undefined
let removing: { readonly key: string | undefined; readonly depth: number } | null = null
let isScheduled = false

const entryState = (): EntryState => (history.state as EntryState | null) ?? {}
const depthNow = (): number => entryState().layers ?? 0

/** Adds or removes history entries until there is one for each open layer. */
function reconcile(): void {
  isScheduled = false
  if (removing) return
  const [depth, key] = [depthNow(), entryState().__TSR_key]
  // After a navigation, the entries of the previous page stay in the history; `onPopState` skips them.
  if (depth > layers.length && key === pageKey) {
    removing = { key, depth: layers.length }
    history.go(layers.length - depth)
  }
  for (let next = depth + 1; next <= layers.length; next += 1) {
    pageKey = key
    // Bypasses the router's own `pushState`, which would load the page again.
    History.prototype.pushState.call(history, { ...entryState(), layers: next }, '')
  }
}

/**
 * Schedules `reconcile` after the current event. A menu that closes as it opens a dialog then needs no change, and a clicked link navigates
 * first.
 */
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(reconcile)
}

function onPopState(event: PopStateEvent): void {
  const { __TSR_key: key, layers: depth = 0 } = entryState()
  const [expected, isOfPage] = [removing, layers.length > 0 && key === pageKey]
  removing = null
  if (expected && expected.key === key && expected.depth === depth) {
    event.stopImmediatePropagation()
    schedule()
  } else if (isOfPage && depth <= layers.length) {
    event.stopImmediatePropagation()
    for (const close of layers.slice(depth).reverse()) close()
    schedule()
  } else if (depth > 0) {
    // The entry belongs to a closed layer and was reached by 'Back' from the next page or by 'Forward': goes on to the entry of its page.
    event.stopImmediatePropagation()
    history.go((isOfPage ? layers.length : 0) - depth)
  }
}

// Runs before the router's listener. After a reload the page is open without its layers.
window.addEventListener('popstate', onPopState, { capture: true })
if (depthNow() > 0) {
  pageKey = entryState().__TSR_key
  schedule()
}

/** Adds a history entry while a layer is open, so that the browser's 'Back' closes the layer instead of leaving the page. */
export function useLayerEntry(isOpen: boolean, onBack: Close): void {
  const close = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => close()
    layers.push(layer)
    schedule()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      schedule()
    }
  }, [isOpen])
}

import { useEffect, useEffectEvent } from 'react'

/** Asks a layer to close. A layer that stays open, because it asks first, gets its entry back. */
type Close = () => void

/** State of a history entry: the router's, and how many layers lie over its page. */
interface EntryState {
  readonly __TSR_key?: string
  readonly layers?: number
}

/** Open layers, the topmost last. Each has an entry of its own in the browser's history, above that of its page. */
const layers: Close[] = []
let pageKey: string | undefined
let removing: { readonly key: string | undefined; readonly depth: number } | null = null
let isScheduled = false

const entryState = (): EntryState => (history.state as EntryState | null) ?? {}
const depthNow = (): number => entryState().layers ?? 0

/** Adds or removes entries until there is one for each open layer. */
function reconcile(): void {
  isScheduled = false
  if (removing) return
  const [depth, key] = [depthNow(), entryState().__TSR_key]
  // On a page that was navigated to, the entries of the page before are left; `onPopState` passes over them.
  if (depth > layers.length && key === pageKey) {
    removing = { key, depth: layers.length }
    history.go(layers.length - depth)
  }
  for (let next = depth + 1; next <= layers.length; next += 1) {
    pageKey = key
    // Past the router's own `pushState`, which would load the page again.
    History.prototype.pushState.call(history, { ...entryState(), layers: next }, '')
  }
}

/** Waits for the rest of the event: a menu that closes as it opens a dialog needs no change, and a link in a layer navigates first. */
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
    // An entry of a layer that is closed, reached from the page after it or by 'Forward': its page is meant.
    event.stopImmediatePropagation()
    history.go((isOfPage ? layers.length : 0) - depth)
  }
}

// Before the router's listener. After a reload the page stands without its layers.
window.addEventListener('popstate', onPopState, { capture: true })
if (depthNow() > 0) {
  pageKey = entryState().__TSR_key
  schedule()
}

/** Gives a layer an entry in the browser's history while it is open: 'Back' closes the layer instead of leaving the page. */
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

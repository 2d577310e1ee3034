import { useEffect, useEffectEvent } from 'react'

/** Callback that asks a layer to close. A layer that stays open, for example to ask for confirmation, gets a history entry again. */
type CloseLayer = () => void

/** State of a history entry: the router's key of the page, and the number of layers that are open above the page. */
interface EntryState {
  readonly __TSR_key?: string
  readonly layers?: number
}

/** Close callbacks of the open layers, topmost last. Each layer adds one entry to the browser's history. */
const openLayers: CloseLayer[] = []
let pageKey: string | undefined
let pendingRemoval: { readonly key: string | undefined; readonly depth: number } | null = null
let isScheduled = false

const getEntryState = (): EntryState => (history.state as EntryState | null) ?? {}
const getCurrentDepth = (): number => getEntryState().layers ?? 0

/** Adds or removes history entries until there is one for each open layer. */
function reconcileHistory(): void {
  isScheduled = false
  if (pendingRemoval) return
  const [depth, key] = [getCurrentDepth(), getEntryState().__TSR_key]
  // After a navigation, the entries of the previous page stay in the history; `onPopState` skips them.
  if (depth > openLayers.length && key === pageKey) {
    pendingRemoval = { key, depth: openLayers.length }
    history.go(openLayers.length - depth)
  }
  for (let layerDepth = depth + 1; layerDepth <= openLayers.length; layerDepth += 1) {
    pageKey = key
    // Bypasses the router's own `pushState`, which would load the page again.
    History.prototype.pushState.call(history, { ...getEntryState(), layers: layerDepth }, '')
  }
}

/**
 * Schedules `reconcileHistory` after the current event. By then, a menu that closes may have opened a dialog, and a clicked link has
 * navigated.
 */
function scheduleReconcile(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(reconcileHistory)
}

function onPopState(event: PopStateEvent): void {
  const { __TSR_key: key, layers: depth = 0 } = getEntryState()
  const [expected, belongsToPage] = [pendingRemoval, openLayers.length > 0 && key === pageKey]
  pendingRemoval = null
  if (expected && expected.key === key && expected.depth === depth) {
    event.stopImmediatePropagation()
    scheduleReconcile()
  } else if (belongsToPage && depth <= openLayers.length) {
    event.stopImmediatePropagation()
    for (const close of openLayers.slice(depth).reverse()) close()
    scheduleReconcile()
  } else if (depth > 0) {
    // The user reached the entry of a closed layer by 'Back' or 'Forward', so this continues to the entry of the page itself.
    event.stopImmediatePropagation()
    history.go((belongsToPage ? openLayers.length : 0) - depth)
  }
}

// The listener runs before the router's listener.
window.addEventListener('popstate', onPopState, { capture: true })
// After a reload the page is open without its layers, so their history entries are removed.
if (getCurrentDepth() > 0) {
  pageKey = getEntryState().__TSR_key
  scheduleReconcile()
}

/** Adds a history entry while a layer is open, so that the browser's 'Back' closes the layer instead of leaving the page. */
export function useLayerHistoryEntry(isOpen: boolean, onBack: CloseLayer): void {
  const close = useEffectEvent(onBack)
  useEffect(() => {
    if (!isOpen) return
    const layer = () => close()
    openLayers.push(layer)
    scheduleReconcile()
    return () => {
      openLayers.splice(openLayers.indexOf(layer), 1)
      scheduleReconcile()
    }
  }, [isOpen])
}

import { type ComponentType, lazy, useState } from 'react'
import { importWithRetry } from './import-with-retry.ts'

const preloadFunctions: (() => Promise<unknown>)[] = []

/** Waits until the browser is idle. Safari has no idle callback, so a timer replaces it there. */
// oxlint-disable-next-line browsers/supported -- a timer stands in for it
const waitForIdle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))

/** Loads all registered lazy components one after the other, so that they can be opened later without a network. */
export const preloadLazyComponents = async (signal: AbortSignal): Promise<void> => {
  for (const preload of preloadFunctions) {
    await waitForIdle()
    if (signal.aborted) return
    await preload()
  }
}

/**
 * Returns a lazy component and a function that preloads its code. If the code is already loaded, the component renders at once; React's
 * `lazy` alone would first show the fallback for 300 ms.
 */
export function lazyComponent<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined
  let pendingLoad: Promise<{ default: ComponentType<Props> }> | undefined
  const loadComponent = () =>
    (pendingLoad ??= importWithRetry(load).then((module) => {
      Loaded = module.default
      return module
    }))
  preloadFunctions.push(loadComponent)
  const LazyComponent = lazy(loadComponent) as ComponentType<Props>
  function Component(props: Props) {
    const [Rendered] = useState(() => Loaded ?? LazyComponent)
    return <Rendered {...props} />
  }
  return [Component, () => void loadComponent()] as const
}

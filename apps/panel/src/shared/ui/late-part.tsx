import { type ComponentType, lazy, useState } from 'react'
import { lateCode } from '../late-code.ts'

const fetches: (() => Promise<unknown>)[] = []

/** A moment in which nothing is done; Safari does not tell of them. */
// oxlint-disable-next-line browsers/supported -- a timer stands in for it
const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))

/** Fetches every part known so far, one after the other, before somebody reaches for one with no network to bring it. */
export const prepareAllParts = async (signal: AbortSignal): Promise<void> => {
  for (const fetch of fetches) {
    await idle()
    if (signal.aborted) return
    await fetch()
  }
}

/**
 * A part whose code comes when somebody first reaches for it, and the way to fetch it ahead. Code that has come stands at
 * once: a bare `lazy` would put the fallback in its place first, and React keeps a fallback for 300 ms.
 */
export function latePart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Come: ComponentType<Props> | undefined
  let coming: Promise<{ default: ComponentType<Props> }> | undefined
  const fetch = () =>
    (coming ??= lateCode(load).then((module) => {
      Come = module.default
      return module
    }))
  fetches.push(fetch)
  const Late = lazy(fetch) as ComponentType<Props>
  function Part(props: Props) {
    const [Chosen] = useState(() => Come ?? Late)
    return <Chosen {...props} />
  }
  return [Part, () => void fetch()] as const
}

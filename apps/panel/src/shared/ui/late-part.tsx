import { type ComponentType, lazy, useState } from 'react'

/**
 * A part whose code comes when somebody first reaches for it, and the way to fetch it ahead. Code that has come stands at
 * once: a bare `lazy` would put the fallback in its place first, and React keeps a fallback for 300 ms.
 */
export function latePart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Come: ComponentType<Props> | undefined
  const fetch = async () => {
    const module = await load()
    Come = module.default
    return module
  }
  const Late = lazy(fetch) as ComponentType<Props>
  function Part(props: Props) {
    const [Chosen] = useState(() => Come ?? Late)
    return <Chosen {...props} />
  }
  return [Part, () => void fetch().catch(() => undefined)] as const
}

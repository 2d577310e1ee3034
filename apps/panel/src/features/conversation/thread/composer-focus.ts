import { createContext, type RefObject } from 'react'

/** How the page's shortcut reaches the composer of whatever conversation is open. */
export const ComposerFocus = createContext<RefObject<{ focus: () => void } | null>>({ current: null })

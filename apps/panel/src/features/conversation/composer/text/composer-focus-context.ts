import { createContext, type RefObject } from 'react'

/** Ref to the composer of the open conversation. The keyboard shortcut of the page focuses the composer through it. */
export const ComposerFocusContext = createContext<RefObject<{ focus: () => void } | null>>({ current: null })

import { createContext, type RefObject } from 'react'

/** Ref to the composer of the open conversation, through which the page's shortcut focuses it. */
export const ComposerFocusContext = createContext<RefObject<{ focus: () => void } | null>>({ current: null })

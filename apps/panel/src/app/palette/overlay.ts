import { create } from 'zustand'

/** What lies over the whole panel; one at a time. */
type Overlay = 'palette' | 'shortcuts'

export const useOverlay = create<{ open: Overlay | null }>()(() => ({ open: null }))

export const openOverlay = (open: Overlay): void => useOverlay.setState({ open })
export const closeOverlay = (): void => useOverlay.setState({ open: null })

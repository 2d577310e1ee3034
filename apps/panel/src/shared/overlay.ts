import { create } from 'zustand'

/** What lies over the whole panel; one at a time. */
type Overlay = 'palette' | 'shortcuts'

/** `from` had the focus before anything lay over the panel; `text` is what the palette begins with. */
export const useOverlay = create<{ open: Overlay | null; from: Element | null; text: string }>()(() => ({
  open: null,
  from: null,
  text: '',
}))

export const openOverlay = (open: Overlay, text = ''): void => {
  const { activeElement } = document
  useOverlay.setState(activeElement?.closest('[role="dialog"]') ? { open, text } : { open, text, from: activeElement })
}
export const closeOverlay = (): void => useOverlay.setState({ open: null })

/** The name of the palette's field. */
export const PALETTE_FIELD = 'Conversa, agente, página ou ação'

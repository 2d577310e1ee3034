import { create } from 'zustand'
import { latePart } from '../../shared/ui/late-part.tsx'

/** What lies over the whole panel; one at a time. */
type Overlay = 'palette' | 'shortcuts'

/** `from` had the focus before anything lay over the panel. */
export const useOverlay = create<{ open: Overlay | null; from: Element | null }>()(() => ({ open: null, from: null }))

export const openOverlay = (open: Overlay): void => {
  const { activeElement } = document
  useOverlay.setState(activeElement?.closest('[role="dialog"]') ? { open } : { open, from: activeElement })
}
export const closeOverlay = (): void => useOverlay.setState({ open: null })

/** The name of the palette's field. */
export const PALETTE_FIELD = 'Conversa, agente, página ou ação'

export const [Palette, preparePalette] = latePart(() => import('./palette.tsx'))

import { create } from 'zustand'

/** Layer over the whole panel. At most one is open. */
type Overlay = 'palette' | 'shortcuts'

/** Scope of the message search in the palette: one lead's conversation, or all conversations if `leadId` is missing. */
export interface MessageSearchScope {
  readonly leadId?: string
}

interface OverlayState {
  readonly open: Overlay | null
  /** Element that had the focus before the overlay opened. */
  readonly opener: Element | null
  /** Initial text of the palette's search field. */
  readonly text: string
  readonly search?: MessageSearchScope | undefined
}

export const useOverlay = create<OverlayState>()(() => ({
  open: null,
  opener: null,
  text: '',
}))

export const openOverlay = (open: Overlay, text = '', search?: MessageSearchScope): void => {
  const { activeElement } = document
  const next = { open, text, search }
  useOverlay.setState(activeElement?.closest('[role="dialog"]') ? next : { ...next, opener: activeElement })
}
export const closeOverlay = (): void => useOverlay.setState({ open: null })

/** Accessible name of the palette's search field. */
export const PALETTE_FIELD_LABEL = 'Conversa, agente, página ou ação'

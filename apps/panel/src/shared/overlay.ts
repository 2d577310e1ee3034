import { create } from 'zustand'

/** What lies over the whole panel; one at a time. */
type Overlay = 'palette' | 'shortcuts'

/** The palette as a search of messages: of one lead's, or of everybody's. */
export interface SearchOfMessages {
  readonly leadId?: string
}

interface State {
  readonly open: Overlay | null
  /** Had the focus before anything lay over the panel. */
  readonly from: Element | null
  /** What the palette begins with. */
  readonly text: string
  readonly search?: SearchOfMessages | undefined
}

export const useOverlay = create<State>()(() => ({
  open: null,
  from: null,
  text: '',
}))

export const openOverlay = (open: Overlay, text = '', search?: SearchOfMessages): void => {
  const { activeElement } = document
  const next = { open, text, search }
  useOverlay.setState(activeElement?.closest('[role="dialog"]') ? next : { ...next, from: activeElement })
}
export const closeOverlay = (): void => useOverlay.setState({ open: null })

/** The name of the palette's field. */
export const PALETTE_FIELD = 'Conversa, agente, página ou ação'

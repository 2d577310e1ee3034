import { create } from 'zustand'
import { openOverlay } from './overlay.ts'

export interface MessageSearchStart {
  /** What the field begins with. */
  readonly text?: string
  /** Whose messages; none: everybody's. */
  readonly leadId?: string
}

/** The palette as the search of messages; null: as it is. */
export const useMessageSearch = create<{ start: MessageSearchStart | null }>()(() => ({ start: null }))

export const openMessageSearch = (start: MessageSearchStart = {}): void => {
  useMessageSearch.setState({ start })
  openOverlay('palette')
}

export const endMessageSearch = (): void => useMessageSearch.setState({ start: null })

import { type ReactElement, useState } from 'react'

/** A point or an element that a layer stands beside. */
export type Anchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

/** What a layer's code needs to know; the code itself arrives when somebody first reaches for the layer. */
export interface LayerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: Anchor
  /** Where focus goes back to. */
  opener: HTMLElement
  /** Opened by a key: the first item is where the next key acts. */
  byKeyboard?: boolean
}

type Place = Pick<LayerProps, 'anchor' | 'opener' | 'byKeyboard'>

/** Whether a layer is open and beside what; it stays mounted after its first opening, to leave as gently as it came. */
export function useLayer() {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<Place | null>(null)
  return {
    open,
    setOpen,
    place,
    openAt(opener: HTMLElement, { anchor = opener, byKeyboard = false }: Partial<Place> = {}) {
      setPlace({ anchor, opener, byKeyboard })
      setOpen(true)
    },
  }
}

type Handler = (event: never) => void
type Props = Record<string, unknown>

/** Handlers added to an element that has its own: its own run first. */
export function withHandlers(element: ReactElement, added: Record<string, Handler>): Props {
  const own = element.props as Record<string, Handler | undefined>
  return Object.fromEntries(
    Object.entries(added).map(([name, handler]) => [
      name,
      (event: never) => {
        own[name]?.(event)
        handler(event)
      },
    ]),
  )
}

/** A press on the opener closes a layer by the opener's own hand: letting the layer close too would open it again. */
export const isPressOn = (opener: Element, event: Event): boolean =>
  event.target instanceof Node && opener.contains(event.target) && event.type !== 'keydown'

/** Focus returns to the opener unless the person has already put it elsewhere. */
export const focusAfter = (opener: HTMLElement, layer: HTMLElement | null): HTMLElement | false => {
  const { activeElement } = document
  const isElsewhere = activeElement && activeElement !== document.body && !layer?.contains(activeElement)
  return isElsewhere ? false : opener
}

import { type ReactElement, useState } from 'react'

/** Point or element that a layer is positioned next to. */
export type LayerAnchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

/** Props of a layer's component, whose code is loaded at first use. */
export interface LayerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: LayerAnchor
  /** Element that gets the focus when the layer closes. */
  opener: HTMLElement
  /** Whether the layer was opened by a key. Its first item is focused then. */
  byKeyboard?: boolean
}

type LayerPosition = Pick<LayerProps, 'anchor' | 'opener' | 'byKeyboard'>

/** Returns the open state and position of a layer. The layer stays mounted after its first opening, so that closing can be animated. */
export function useLayer() {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState<LayerPosition | null>(null)
  return {
    open,
    setOpen,
    place,
    openAt(opener: HTMLElement, { anchor = opener, byKeyboard = false }: Partial<LayerPosition> = {}) {
      setPlace({ anchor, opener, byKeyboard })
      setOpen(true)
    },
  }
}

type Handler = (event: never) => void
type Props = Record<string, unknown>

/** Adds handlers to an element; its own handlers run first. */
export function mergeHandlers(element: ReactElement, added: Record<string, Handler>): Props {
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

/** Whether an event is a press on the opener. The opener's handler closes the layer then; closing it here too would reopen it. */
export const isPressOnOpener = (opener: Element, event: Event): boolean =>
  event.target instanceof Node && opener.contains(event.target) && event.type !== 'keydown'

/** Returns the element that gets the focus after a layer closes: the opener, or false if the user has already focused another element. */
export const getFocusAfterClose = (opener: HTMLElement, layer: HTMLElement | null): HTMLElement | false => {
  const { activeElement } = document
  const isElsewhere = activeElement && activeElement !== document.body && !layer?.contains(activeElement)
  return isElsewhere ? false : opener
}

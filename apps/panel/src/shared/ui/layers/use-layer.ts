import { type ReactElement, useState } from 'react'

/** Point or element next to which a layer is positioned. */
export type LayerAnchor = Element | { getBoundingClientRect: () => DOMRect; contextElement?: Element }

/** Props of a layer component. The component's code is loaded when the layer is first opened. */
export interface LayerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: LayerAnchor
  /** Element that gets the focus when the layer closes. */
  opener: HTMLElement
  /** Whether a key opened the layer. If so, its first item is focused. */
  byKeyboard?: boolean
}

type LayerPosition = Pick<LayerProps, 'anchor' | 'opener' | 'byKeyboard'>

/** Returns the open state and position of a layer. The layer stays mounted after its first opening, so that closing can be animated. */
export function useLayer() {
  const [open, setOpen] = useState(false)
  const [position, setPosition] = useState<LayerPosition | null>(null)
  return {
    open,
    setOpen,
    position,
    openAt(opener: HTMLElement, { anchor = opener, byKeyboard = false }: Partial<LayerPosition> = {}) {
      setPosition({ anchor, opener, byKeyboard })
      setOpen(true)
    },
  }
}

type Handler = (event: never) => void
type Props = Record<string, unknown>

/** Adds event handlers to an element. The element's own handlers run first. */
export function mergeHandlers(element: ReactElement, addedHandlers: Record<string, Handler>): Props {
  const ownHandlers = element.props as Record<string, Handler | undefined>
  return Object.fromEntries(
    Object.entries(addedHandlers).map(([name, handler]) => [
      name,
      (event: never) => {
        ownHandlers[name]?.(event)
        handler(event)
      },
    ]),
  )
}

/**
 * Whether the event is a press on the button that opened the layer. Such a press must not close the layer, because the button's own handler
 * would then open the layer again.
 */
export const isPressOnOpener = (opener: Element, event: Event): boolean =>
  event.target instanceof Node && opener.contains(event.target) && event.type !== 'keydown'

/** Returns the element that gets the focus after a layer closes: the opener, or false if the user has already focused another element. */
export const getFocusAfterClose = (opener: HTMLElement, layer: HTMLElement | null): HTMLElement | false => {
  const { activeElement } = document
  const isElsewhere = activeElement && activeElement !== document.body && !layer?.contains(activeElement)
  return isElsewhere ? false : opener
}

import { TOOLTIP_DELAY_MS } from '@prosa/contract/constants'
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../lazy-loading/lazy-component.tsx'
import { mergeHandlers } from './use-layer.ts'

const [TooltipLayer, preloadTooltipLayer] = lazyComponent(() => import('./tooltip-layer.tsx'))

interface TooltipProps {
  /** Element with the tooltip, or a list whose items have one. */
  trigger: ReactElement
  /** Content; a function receives the hovered item of a list. */
  content: ReactNode | ((part: HTMLElement) => ReactNode)
  /** Selector of the list items that have a tooltip, if `trigger` is a list. One tooltip serves all items. */
  of?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/**
 * Tooltip with additional information about the hovered or focused element. Opens after 300 ms. The information must also be available
 * elsewhere.
 */
export function Tooltip({ trigger, content, of, side = 'bottom' }: TooltipProps) {
  const [shown, setShown] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pointedAt = useRef<HTMLElement | null>(null)
  /** Pressed element. Its tooltip stays closed until another element was hovered. */
  const pressed = useRef<HTMLElement | null>(null)
  const pointer = useRef({ x: -1, y: -1 })
  useEffect(() => () => clearTimeout(timer.current), [])

  const partAt = ({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) =>
    of ? (target as Element).closest<HTMLElement>(of) : currentTarget

  const close = () => {
    clearTimeout(timer.current)
    pointedAt.current = null
    setOpen(false)
  }
  const reach = (part: HTMLElement | null) => {
    if (part === pointedAt.current) return
    close()
    if (!part) return
    pointedAt.current = part
    preloadTooltipLayer()
    timer.current = setTimeout(() => {
      setShown(part)
      setOpen(true)
    }, TOOLTIP_DELAY_MS)
  }

  const handlers = mergeHandlers(trigger, {
    onPointerOver: (event: PointerEvent<HTMLElement>) => {
      const { clientX: x, clientY: y } = event
      // If the list scrolls while the pointer rests, the item under the pointer does not count as hovered.
      const rests = x === pointer.current.x && y === pointer.current.y
      pointer.current = { x, y }
      const part = partAt(event)
      if (event.pointerType === 'touch' || rests || (part && part === pressed.current)) return
      pressed.current = null
      reach(part)
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer.current = { x, y }
    },
    onPointerLeave: close,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressed.current = partAt(event)
      close()
    },
    onScrollCapture: close,
    onFocus: (event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && reach(partAt(event)),
    onBlur: close,
    onKeyDown: close,
  })

  return (
    <>
      {cloneElement(trigger, handlers as object)}
      {shown && (
        <Suspense>
          <TooltipLayer open={open} onClose={close} anchor={shown} side={side}>
            {typeof content === 'function' ? content(shown) : content}
          </TooltipLayer>
        </Suspense>
      )}
    </>
  )
}

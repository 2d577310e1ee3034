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
  /** Content of the tooltip. A function receives the hovered item of a list. */
  content: ReactNode | ((target: HTMLElement) => ReactNode)
  /** Selector of the list items that have a tooltip, if `trigger` is a list. One tooltip serves all items. */
  targetSelector?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/**
 * Tooltip with additional information about the hovered or focused element. Opens after 300 ms. The same information must be available
 * elsewhere too.
 */
export function Tooltip({ trigger, content, targetSelector, side = 'bottom' }: TooltipProps) {
  const [openTarget, setOpenTarget] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hoveredTarget = useRef<HTMLElement | null>(null)
  /** Pressed element. Its tooltip stays closed until another element is hovered. */
  const pressedTarget = useRef<HTMLElement | null>(null)
  const pointer = useRef({ x: -1, y: -1 })
  useEffect(() => () => clearTimeout(timer.current), [])

  const findTarget = ({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) =>
    targetSelector ? (target as Element).closest<HTMLElement>(targetSelector) : currentTarget

  const close = () => {
    clearTimeout(timer.current)
    hoveredTarget.current = null
    setOpen(false)
  }
  const scheduleOpen = (hitTarget: HTMLElement | null) => {
    if (hitTarget === hoveredTarget.current) return
    close()
    if (!hitTarget) return
    hoveredTarget.current = hitTarget
    preloadTooltipLayer()
    timer.current = setTimeout(() => {
      setOpenTarget(hitTarget)
      setOpen(true)
    }, TOOLTIP_DELAY_MS)
  }

  const handlers = mergeHandlers(trigger, {
    onPointerOver: (event: PointerEvent<HTMLElement>) => {
      const { clientX: x, clientY: y } = event
      // An item that moves under a resting pointer because the list scrolls does not count as hovered.
      const isStill = x === pointer.current.x && y === pointer.current.y
      pointer.current = { x, y }
      const hitTarget = findTarget(event)
      if (event.pointerType === 'touch' || isStill || (hitTarget && hitTarget === pressedTarget.current)) return
      pressedTarget.current = null
      scheduleOpen(hitTarget)
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer.current = { x, y }
    },
    onPointerLeave: close,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      pressedTarget.current = findTarget(event)
      close()
    },
    onScrollCapture: close,
    onFocus: (event: FocusEvent<HTMLElement>) => event.target.matches(':focus-visible') && scheduleOpen(findTarget(event)),
    onBlur: close,
    onKeyDown: close,
  })

  return (
    <>
      {cloneElement(trigger, handlers as object)}
      {openTarget && (
        <Suspense>
          <TooltipLayer open={open} onClose={close} anchor={openTarget} side={side}>
            {typeof content === 'function' ? content(openTarget) : content}
          </TooltipLayer>
        </Suspense>
      )}
    </>
  )
}

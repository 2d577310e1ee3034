import { cloneElement, type MouseEvent, type PointerEvent, type ReactElement, type ReactNode, Suspense, useRef } from 'react'
import { useLayer, withHandlers } from './layer-state.ts'
import { MenuLayer, prepareMenu } from './menu.tsx'
import { NotYetOpen } from './not-yet-open.tsx'

const LONG_PRESS_MS = 500
const LONG_PRESS_SLACK_PX = 10

interface ContextMenuProps {
  /** Element on which the menu opens: right button, long press or the context-menu key. */
  trigger: ReactElement
  /** MenuItem, MenuLinkItem and MenuSeparator of menu.tsx. */
  children: ReactNode
}

const OF_A_CLICK = ['mousedown', 'mouseup', 'click']
const OF_THE_NEXT = ['pointerdown', 'keydown']

/** Suppresses the click that the browser sends when a finger is lifted after a long press. The next press counts again. */
const swallowNextClick = () => {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') over.abort()
  }
  for (const name of OF_A_CLICK) window.addEventListener(name, swallow, options)
  for (const name of OF_THE_NEXT) window.addEventListener(name, () => over.abort(), options)
}

/** Menu at the pointer. Focus returns to the pressed element, which may be a descendant of the trigger. */
export function ContextMenu({ trigger, children }: ContextMenuProps) {
  const layer = useLayer()
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)

  const endPress = () => {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }

  const openAtPoint = (target: EventTarget, x: number, y: number) => {
    const pressed = target as HTMLElement
    const opener = pressed.closest<HTMLElement>('a[href], button, [tabindex]') ?? pressed
    layer.openAt(opener, { anchor: { getBoundingClientRect: () => new DOMRect(x, y, 0, 0), contextElement: opener } })
  }

  const handlers = withHandlers(trigger, {
    onPointerEnter: prepareMenu,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      if (press.current) swallowNextClick()
      endPress()
      openAtPoint(event.target, event.clientX, event.clientY)
    },
    // Safari on a phone sends no contextmenu event for a long press.
    onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch') return
      const dispatch = () =>
        target.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }))
      press.current = { timer: setTimeout(dispatch, LONG_PRESS_MS), x: clientX, y: clientY }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      const start = press.current
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > LONG_PRESS_SLACK_PX) endPress()
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
  })

  return (
    <>
      {cloneElement(trigger, handlers as object)}
      {layer.place && (
        <Suspense fallback={layer.open && <NotYetOpen onLeave={() => layer.setOpen(false)} />}>
          <MenuLayer open={layer.open} onOpenChange={layer.setOpen} sideOffset={2} {...layer.place}>
            {children}
          </MenuLayer>
        </Suspense>
      )}
    </>
  )
}

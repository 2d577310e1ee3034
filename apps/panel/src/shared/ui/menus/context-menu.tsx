import { cloneElement, type MouseEvent, type PointerEvent, type ReactElement, type ReactNode, Suspense, useRef } from 'react'
import { LayerPlaceholder } from '../layers/layer-placeholder.tsx'
import { mergeHandlers, useLayer } from '../layers/use-layer.ts'
import { MenuLayer, preloadMenu } from './menu.tsx'

const LONG_PRESS_MS = 500
const LONG_PRESS_SLACK_PX = 10

interface ContextMenuProps {
  /** Element on which the menu can be opened, by right click, long press or the context-menu key. */
  trigger: ReactElement
  /** Menu items from menu.tsx: MenuItem, MenuLinkItem and MenuSeparator. */
  children: ReactNode
}

const CLICK_EVENTS = ['mousedown', 'mouseup', 'click']
const NEXT_PRESS_EVENTS = ['pointerdown', 'keydown']

/** Prevents the click that the browser dispatches when a finger is lifted after a long press. Later clicks work again. */
const suppressNextClick = () => {
  const abortController = new AbortController()
  const options = { capture: true, signal: abortController.signal }
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') abortController.abort()
  }
  for (const name of CLICK_EVENTS) window.addEventListener(name, swallow, options)
  for (const name of NEXT_PRESS_EVENTS) window.addEventListener(name, () => abortController.abort(), options)
}

/** Context menu at the pointer. When it closes, the focus returns to the pressed element, which may be inside the trigger. */
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

  const handlers = mergeHandlers(trigger, {
    onPointerEnter: preloadMenu,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault()
      if (press.current) suppressNextClick()
      endPress()
      openAtPoint(event.target, event.clientX, event.clientY)
    },
    // Safari on a phone does not dispatch a contextmenu event on a long press.
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
      {layer.position && (
        <Suspense fallback={layer.open && <LayerPlaceholder onDismiss={() => layer.setOpen(false)} />}>
          <MenuLayer open={layer.open} onOpenChange={layer.setOpen} sideOffset={2} {...layer.position}>
            {children}
          </MenuLayer>
        </Suspense>
      )}
    </>
  )
}

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../lib/cx.ts'
import { ABOVE, LAYER } from './layer.ts'
import { useLayerEntry } from './layer-history.ts'
import { focusAfter, isPressOn, type LayerProps } from './layer-state.ts'
import { MenuParts } from './menu-parts.ts'

interface MenuLayerProps extends LayerProps {
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  sideOffset?: number
  className?: string
  children: ReactNode
}

/** Popup of a menu; the opener is rendered elsewhere. */
export default function MenuLayer({
  open,
  onOpenChange,
  anchor,
  opener,
  byKeyboard,
  className,
  children,
  ...place
}: MenuLayerProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayerEntry(open, () => onOpenChange(false))
  // Tab moves the focus to the element after the opener, as if the menu were not there.
  const leaveByTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    onOpenChange(false)
    opener.focus()
  }
  const onOpened = (isOpen: boolean) => {
    if (isOpen && byKeyboard) popup.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
  }
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        modal={false}
        open={open}
        onOpenChangeComplete={onOpened}
        onOpenChange={(next, details) => {
          if (!next && anchor === opener && details.reason === 'outside-press' && isPressOn(opener, details.event)) return
          onOpenChange(next)
        }}
      >
        <Base.Portal>
          <Base.Positioner
            anchor={anchor}
            align="start"
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            {...place}
            className={ABOVE}
          >
            <Base.Popup
              aria-label={opener.getAttribute('aria-label') ?? opener.textContent ?? undefined}
              ref={popup}
              onKeyDown={leaveByTab}
              finalFocus={() => focusAfter(opener, popup.current)}
              className={cx(LAYER, 'max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto p-1', className)}
            >
              <MenuParts value={Base}>{children}</MenuParts>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { LAYER_CLASS, TOP_LAYER_CLASS } from '../layers/layer-classes.ts'
import { getFocusAfterClose, isPressOnOpener, type LayerProps } from '../layers/use-layer.ts'
import { useLayerHistoryEntry } from '../layers/use-layer-history-entry.ts'
import { MenuPartsContext } from './menu-parts-context.ts'

interface MenuLayerProps extends LayerProps {
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  sideOffset?: number
  className?: string
  children: ReactNode
}

/** Popup of a menu. The button that opens it is rendered elsewhere. */
export default function MenuLayer({
  open,
  onOpenChange,
  anchor,
  opener,
  byKeyboard,
  className,
  children,
  ...positionProps
}: MenuLayerProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayerHistoryEntry(open, () => onOpenChange(false))
  // Tab moves the focus to the element after the menu's button, as if the menu did not exist.
  const closeOnTab = (event: KeyboardEvent) => {
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
          if (!next && anchor === opener && details.reason === 'outside-press' && isPressOnOpener(opener, details.event)) return
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
            {...positionProps}
            className={TOP_LAYER_CLASS}
          >
            <Base.Popup
              aria-label={opener.getAttribute('aria-label') ?? opener.textContent ?? undefined}
              ref={popup}
              onKeyDown={closeOnTab}
              finalFocus={() => getFocusAfterClose(opener, popup.current)}
              className={cx(LAYER_CLASS, 'max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto p-1', className)}
            >
              <MenuPartsContext value={Base}>{children}</MenuPartsContext>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { ABOVE, LAYER } from './layer.ts'
import { isPressOn, type LayerProps } from './layer-state.ts'
import { MenuParts } from './menu.tsx'

interface MenuLayerProps extends LayerProps {
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  sideOffset?: number
  className?: string
  children: ReactNode
}

/** The menu itself; its opener stands elsewhere and never changes place. */
export default function MenuLayer({ open, onOpenChange, anchor, opener, className, children, ...place }: MenuLayerProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        modal={false}
        open={open}
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
              finalFocus={() => opener}
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

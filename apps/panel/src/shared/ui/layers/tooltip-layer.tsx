import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { LAYER_CLASS, TOP_LAYER_CLASS } from './layer-classes.ts'

interface TooltipLayerProps {
  open: boolean
  onClose: () => void
  anchor: Element
  side: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

export default function TooltipLayer({ open, onClose, anchor, side, children }: TooltipLayerProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          <Base.Positioner
            anchor={anchor}
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className={cx(TOP_LAYER_CLASS, 'pointer-events-none')}
          >
            <Base.Popup
              role="tooltip"
              className={cx(LAYER_CLASS, 'max-w-[min(18rem,var(--available-width))] rounded-control px-2.5 py-1.5 text-meta')}
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

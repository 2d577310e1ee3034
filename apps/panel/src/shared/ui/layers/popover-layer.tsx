import { CSPProvider } from '@base-ui/react/csp-provider'
import { Popover as Base } from '@base-ui/react/popover'
import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import { LAYER_CLASS, TOP_LAYER_CLASS } from './layer-classes.ts'
import { getFocusAfterClose, isPressOnOpener, type LayerProps } from './use-layer.ts'
import { useLayerHistoryEntry } from './use-layer-history-entry.ts'

interface PopoverLayerProps extends LayerProps {
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

export default function PopoverLayer({
  open,
  onOpenChange,
  anchor,
  opener,
  align = 'start',
  className,
  children,
}: PopoverLayerProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayerHistoryEntry(open, () => onOpenChange(false))
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open={open}
        onOpenChange={(next, details) => {
          if (!next && details.reason === 'outside-press' && isPressOnOpener(opener, details.event)) return
          onOpenChange(next)
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={anchor} align={align} sideOffset={6} collisionPadding={8} className={TOP_LAYER_CLASS}>
            <Base.Popup
              aria-label={opener.getAttribute('aria-label') ?? opener.textContent ?? undefined}
              ref={popup}
              finalFocus={() => getFocusAfterClose(opener, popup.current)}
              className={cx(LAYER_CLASS, 'max-w-[calc(100vw-1rem)] p-3', className)}
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

import { Tooltip as Base } from '@base-ui/react/tooltip'
import { TOOLTIP_DELAY_MS } from '@prosa/contract/constants'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { ABOVE, LAYER } from './layer.ts'

interface TooltipProps {
  content: ReactNode
  /** What is pointed at or focused. */
  trigger: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** More about what is pointed at; never the only place something is said. */
export function Tooltip({ content, trigger, side = 'bottom' }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={TOOLTIP_DELAY_MS} render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className={cx(ABOVE, 'pointer-events-none')}>
          <Base.Popup className={cx(LAYER, 'max-w-72 rounded-control px-2.5 py-1.5 text-meta')}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

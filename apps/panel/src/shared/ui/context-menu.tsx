import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement, ReactNode } from 'react'
import { ABOVE } from './layer.ts'
import { MENU_POPUP } from './menu.tsx'

interface ContextMenuProps {
  /** What is pressed: right button, long press or the context-menu key. */
  trigger: ReactElement
  /** MenuItem, MenuLinkItem and MenuSeparator of menu.tsx. */
  children: ReactNode
}

export function ContextMenu({ trigger, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={ABOVE}>
          <Base.Popup className={MENU_POPUP}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

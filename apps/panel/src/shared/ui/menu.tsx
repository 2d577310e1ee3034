import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '../lib/cx.ts'
import { ABOVE, LAYER } from './layer.ts'

export const MENU_POPUP = cx(LAYER, 'max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto p-1')
export const MENU_ITEM =
  'flex min-h-8 coarse:min-h-11 w-full cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-ui outline-none data-highlighted:bg-hover data-disabled:text-ink-3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
}

/** Not modal: the page behind keeps living, and nothing shifts. */
export function Menu({ trigger, children, align = 'start', side = 'bottom', className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className={ABOVE}>
          <Base.Popup className={cx(MENU_POPUP, className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Base.Item>) {
  return <Base.Item {...rest} className={cx(MENU_ITEM, className as string | undefined)} />
}

export function MenuLinkItem({ className, ...rest }: ComponentProps<typeof Base.LinkItem>) {
  return <Base.LinkItem closeOnClick {...rest} className={cx(MENU_ITEM, className as string | undefined)} />
}

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />

interface MenuRadioGroupProps {
  label?: string
  value: string | null
  onValueChange: (value: string) => void
  children: ReactNode
}

export function MenuRadioGroup({ label, value, onValueChange, children }: MenuRadioGroupProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: unknown) => onValueChange(String(next))}>
      {label && <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 font-semibold text-ink-3 text-meta">{label}</Base.GroupLabel>}
      {children}
    </Base.RadioGroup>
  )
}

export function MenuRadioItem({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} closeOnClick className={cx(MENU_ITEM, 'data-checked:font-semibold')}>
      {children}
      <Base.RadioItemIndicator className="ml-auto">
        <Check aria-hidden="true" className="!text-primary" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  )
}

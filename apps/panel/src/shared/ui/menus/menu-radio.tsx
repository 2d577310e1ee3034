import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { MENU_ITEM_CLASS } from './menu.tsx'
import { useMenuParts } from './menu-parts-context.ts'

interface MenuRadioGroupProps {
  label?: string
  value: string | null
  onValueChange: (value: string) => void
  children: ReactNode
}

export function MenuRadioGroup({ label, value, onValueChange, children }: MenuRadioGroupProps) {
  const { GroupLabel, RadioGroup } = useMenuParts()
  return (
    <RadioGroup value={value} onValueChange={(next: unknown) => onValueChange(String(next))}>
      {label && <GroupLabel className="px-2.5 pt-1.5 pb-1 font-semibold text-ink-3 text-meta">{label}</GroupLabel>}
      {children}
    </RadioGroup>
  )
}

export function MenuRadioItem({ value, children }: { value: string; children: ReactNode }) {
  const { RadioItem, RadioItemIndicator } = useMenuParts()
  return (
    <RadioItem value={value} closeOnClick className={cx(MENU_ITEM_CLASS, 'data-checked:font-semibold')}>
      {children}
      <RadioItemIndicator className="ml-auto">
        <Check aria-hidden="true" className="!text-primary" />
      </RadioItemIndicator>
    </RadioItem>
  )
}

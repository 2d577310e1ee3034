import type { Menu as Base } from '@base-ui/react/menu'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
} from 'react'
import { lazyComponent } from '../../lazy-loading/lazy-component.tsx'
import { cx } from '../cx.ts'
import { LayerPlaceholder } from '../layers/layer-placeholder.tsx'
import { mergeHandlers, useLayer } from '../layers/use-layer.ts'
import { useMenuParts } from './menu-parts-context.ts'

export const [MenuLayer, preloadMenu] = lazyComponent(() => import('./menu-layer.tsx'))

interface MenuProps {
  /** Button that opens the menu. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
}

/** Button with a menu. While the menu is open, the rest of the page can still be used. */
export function Menu({ trigger, children, ...layerProps }: MenuProps) {
  const layer = useLayer()
  const handlers = mergeHandlers(trigger, {
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
    onClick: ({ currentTarget, detail }: MouseEvent<HTMLElement>) =>
      layer.open ? layer.setOpen(false) : layer.openAt(currentTarget, { byKeyboard: detail === 0 }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      layer.openAt(event.currentTarget, { byKeyboard: true })
    },
  })
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': layer.open, ...handlers } as object)}
      {layer.position && (
        <Suspense
          fallback={layer.open && <LayerPlaceholder opener={layer.position.opener} onDismiss={() => layer.setOpen(false)} />}
        >
          <MenuLayer open={layer.open} onOpenChange={layer.setOpen} {...layer.position} {...layerProps}>
            {children}
          </MenuLayer>
        </Suspense>
      )}
    </>
  )
}

export const MENU_ITEM_CLASS =
  'flex min-h-8 coarse:min-h-11 w-full cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-ui outline-none data-highlighted:bg-hover data-disabled:text-ink-3 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

interface MenuItemProps extends Omit<ComponentProps<typeof Base.Item>, 'className'> {
  className?: string
  /** Whether the action of the item cannot be undone. The item is shown in a warning colour. */
  danger?: boolean
}

export function MenuItem({ className, danger, ...rest }: MenuItemProps) {
  const { Item } = useMenuParts()
  return <Item {...rest} className={cx(MENU_ITEM_CLASS, danger && 'text-roma [&_svg]:!text-roma', className)} />
}

export function MenuLinkItem({
  className,
  ...rest
}: Omit<ComponentProps<typeof Base.LinkItem>, 'className'> & { className?: string }) {
  const { LinkItem } = useMenuParts()
  return <LinkItem closeOnClick {...rest} className={cx(MENU_ITEM_CLASS, className)} />
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()
  return <Separator className="my-1 h-px bg-line" />
}

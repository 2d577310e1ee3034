import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, use } from 'react'

/** Components of the headless menu library, or null until its code is loaded. */
export const MenuPartsContext = createContext<typeof Base | null>(null)

/** Returns the components of the menu library. @throws if used outside a menu */
export function useMenuParts(): typeof Base {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('A menu item stands outside a menu')
  return parts
}

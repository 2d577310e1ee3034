import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, use } from 'react'

/** Menu components of the Base UI library, or null until their code is loaded. */
export const MenuPartsContext = createContext<typeof Base | null>(null)

/** Returns the menu components of the Base UI library. @throws if used outside a menu */
export function useMenuParts(): typeof Base {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('A menu item stands outside a menu')
  return parts
}

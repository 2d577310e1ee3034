import type { Menu as Base } from '@base-ui/react/menu'
import { createContext, use } from 'react'

/** The headless menu's parts, there once its code has come. */
export const MenuParts = createContext<typeof Base | null>(null)

/** @throws outside a menu */
export function useParts(): typeof Base {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A menu item stands outside a menu')
  return parts
}

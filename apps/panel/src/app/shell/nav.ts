import { mayOpen } from '../../pages/route-table.ts'
import { PATHS } from '../../shared/config/paths.ts'

const NAV = [
  { page: 'chat', path: PATHS.chat, nav: 'Conversas' },
  { page: 'dashboard', path: PATHS.dashboard, nav: 'Dashboard' },
] as const

/** Returns the links of the top bar for a role, in display order. */
export const navFor = (role: string) => NAV.filter(({ page }) => mayOpen(page, role))

import { canOpenPage } from '../../pages/page-access.ts'
import { PATHS } from '../../shared/config/paths.ts'

const NAV_LINKS = [
  { page: 'chat', path: PATHS.chat, nav: 'Conversas' },
  { page: 'dashboard', path: PATHS.dashboard, nav: 'Dashboard' },
] as const

/** Returns the links of the top bar for a role, in display order. */
export const getNavLinks = (role: string) => NAV_LINKS.filter(({ page }) => canOpenPage(page, role))

import { type Opening, type Page, WHO_MAY_OPEN } from '@prosa/contract/rules/who-may'
import { PATHS } from '../shared/config/paths.ts'

/** True when a signed-in user of this role may open the page; the permission strings have no say here (GUARD-05). */
export const mayOpen = (page: Page, role: string): boolean => {
  const who: Opening = WHO_MAY_OPEN[page]
  return typeof who === 'string' || (who as readonly string[]).includes(role)
}

const NAV = [
  { page: 'chat', path: PATHS.chat, nav: 'Conversas' },
  { page: 'dashboard', path: PATHS.dashboard, nav: 'Dashboard' },
] as const

/** The links of the top bar for a role, in the table's order. */
export const navFor = (role: string) => NAV.filter(({ page }) => mayOpen(page, role))

import { type Opening, type Page, WHO_MAY_OPEN } from '@prosa/contract/rules/who-may'

/** Whether a signed-in user of this role may open the page. Permission strings are not checked here (GUARD-05). */
export const mayOpen = (page: Page, role: string): boolean => {
  const who: Opening = WHO_MAY_OPEN[page]
  return typeof who === 'string' || (who as readonly string[]).includes(role)
}

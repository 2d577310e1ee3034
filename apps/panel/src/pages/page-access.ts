import { PAGE_ACCESS, type PageAccess, type PageName } from '@prosa/contract/rules/organisation/access-rules'

/** Whether a user with this role may open the page. Individual permissions are not checked here (GUARD-05). */
export const canOpenPage = (page: PageName, role: string): boolean => {
  const access: PageAccess = PAGE_ACCESS[page]
  return typeof access === 'string' || (access as readonly string[]).includes(role)
}

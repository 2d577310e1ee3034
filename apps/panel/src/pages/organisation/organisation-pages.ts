import type { Capability } from '@prosa/contract/capabilities'
import type { User } from '@prosa/contract/entities/accounts/user'
import { SETTINGS_PAGE_ACCESS } from '@prosa/contract/rules/organisation/access-rules'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'

const [People] = lazyComponent(async () => ({
  default: (await import('./people-page.tsx')).OrganisationPeoplePage,
}))
const [Numbers] = lazyComponent(async () => ({ default: (await import('./numbers-page.tsx')).OrganisationNumbersPage }))
const [Security] = lazyComponent(async () => ({ default: (await import('./security-page.tsx')).OrganisationSecurityPage }))
const [Data] = lazyComponent(async () => ({ default: (await import('./data-page.tsx')).OrganisationDataPage }))
const [Audit] = lazyComponent(async () => ({
  default: (await import('./audit-page.tsx')).OrganisationAuditPage,
}))

/** Pages of the organisation's settings in display order, each with the server capability that it needs. */
const PAGES = [
  { page: 'pessoas', label: 'Pessoas', offeredBy: 'team', Content: People },
  { page: 'numeros', label: 'Números', offeredBy: 'organisation', Content: Numbers, hasMore: true },
  { page: 'seguranca', label: 'Segurança', offeredBy: 'security', Content: Security },
  { page: 'dados', label: 'Dados', offeredBy: 'organisation', Content: Data },
  { page: 'auditoria', label: 'Auditoria', offeredBy: 'audit', Content: Audit },
] as const satisfies readonly {
  page: keyof typeof SETTINGS_PAGE_ACCESS
  label: string
  offeredBy: Capability
  Content: unknown
  /** Whether the page handles further path parameters itself, for subpages. */
  hasMore?: true
}[]

/** Returns the pages that the user may open and for which the server has the capability. */
export const getOrganisationPages = (user: User | null): readonly (typeof PAGES)[number][] => {
  const { capabilities = [], role = '' } = user ?? {}
  return PAGES.filter(({ page, offeredBy }) => {
    const allowed: readonly string[] = SETTINGS_PAGE_ACCESS[page]
    return capabilities.includes(offeredBy) && allowed.includes(role)
  })
}

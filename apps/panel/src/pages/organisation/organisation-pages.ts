import type { Capability } from '@prosa/contract/capabilities'
import type { User } from '@prosa/contract/entities/user'
import { WHO_MAY_OPEN_SETTINGS } from '@prosa/contract/rules/who-may'
import { latePart } from '../../shared/ui/late-part.tsx'

const [People] = latePart(async () => ({
  default: (await import('./people-page.tsx')).OrganisationPeoplePage,
}))
const [Numbers] = latePart(async () => ({ default: (await import('./numbers-page.tsx')).NumbersPage }))
const [Security] = latePart(async () => ({ default: (await import('./security-page.tsx')).SecurityPage }))
const [Data] = latePart(async () => ({ default: (await import('./data-page.tsx')).DataPage }))
const [Audit] = latePart(async () => ({
  default: (await import('./audit-page.tsx')).OrganisationAuditPage,
}))

/** Pages of the organisation's settings in display order, each with the capability that the provider must offer. */
const PAGES = [
  { page: 'pessoas', label: 'Pessoas', offeredBy: 'team', Content: People },
  { page: 'numeros', label: 'Números', offeredBy: 'organisation', Content: Numbers, hasMore: true },
  { page: 'seguranca', label: 'Segurança', offeredBy: 'security', Content: Security },
  { page: 'dados', label: 'Dados', offeredBy: 'organisation', Content: Data },
  { page: 'auditoria', label: 'Auditoria', offeredBy: 'audit', Content: Audit },
] as const satisfies readonly {
  page: keyof typeof WHO_MAY_OPEN_SETTINGS
  label: string
  offeredBy: Capability
  Content: unknown
  /** Whether the page has subpages, which it routes by itself. */
  hasMore?: true
}[]

/** Returns the pages that this user may open and the provider offers. */
export const organisationPagesOf = (user: User | null): readonly (typeof PAGES)[number][] => {
  const { capabilities = [], role = '' } = user ?? {}
  return PAGES.filter(({ page, offeredBy }) => {
    const allowed: readonly string[] = WHO_MAY_OPEN_SETTINGS[page]
    return capabilities.includes(offeredBy) && allowed.includes(role)
  })
}

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

/** The pages of the organisation's settings, in the order of their list; each is there where the provider offers what it stands on. */
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
  /** Has addresses below its own, and says by itself which. */
  hasMore?: true
}[]

/** Those that this user may open, of this provider. */
export const organisationPagesOf = (user: User | null): readonly (typeof PAGES)[number][] => {
  const { capabilities = [], role = '' } = user ?? {}
  return PAGES.filter(({ page, offeredBy }) => {
    const allowed: readonly string[] = WHO_MAY_OPEN_SETTINGS[page]
    return capabilities.includes(offeredBy) && allowed.includes(role)
  })
}

import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { SelectBox } from '../../shared/ui/inputs/select.tsx'
import { NotFoundPage } from '../standalone/not-found-page.tsx'
import { getOrganisationPages } from './organisation-pages.ts'

const NAVIGATION_LABEL = 'Páginas da organização'
/** Path parameters that a link to another page clears; it would keep them otherwise. */
const NO_SUBPAGE = { id: undefined, tab: undefined }

/** Settings of the organisation: the list of pages and the open page. On a phone the list is a select box. */
export function OrganisationPage() {
  const user = useSession((state) => state.user)
  const { page: requestedPage, id } = useParams({ from: '/shell/settings/{-$page}/{-$id}/{-$tab}' })
  const navigate = useNavigate()
  const pages = getOrganisationPages(user)
  const currentPage = pages.find(({ page }) => page === requestedPage)
  if (requestedPage === undefined && pages[0])
    return <Navigate to={PATHS.organisation} params={{ page: pages[0].page, ...NO_SUBPAGE }} replace />
  if (!currentPage || (id !== undefined && !('hasMore' in currentPage))) return <NotFoundPage />
  return (
    <div className="mx-auto w-full max-w-[88rem] px-edge py-8 sm:px-[min(2rem,5vw)]">
      <h1 className="font-bold text-title">Organização</h1>
      <p className="mt-1 mb-6 text-ink-3 text-message">{user?.tenant.name}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 md:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label={NAVIGATION_LABEL} className="hidden md:block">
          <ul className="sticky top-8 -ml-3 flex flex-col gap-0.5">
            {pages.map(({ page, label }) => (
              <li key={page}>
                <Link
                  to={PATHS.organisation}
                  params={{ page, ...NO_SUBPAGE }}
                  className="block rounded-control px-3 py-2 text-ink-3 text-ui transition-colors duration-(--time-in) hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-semibold data-[status=active]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SelectBox
          aria-label={NAVIGATION_LABEL}
          className="md:hidden"
          options={pages.map(({ page, label }) => ({ value: page, label }))}
          value={currentPage.page}
          onChange={({ target }) => void navigate({ to: PATHS.organisation, params: { page: target.value, ...NO_SUBPAGE } })}
        />
        <div className="min-w-0">
          <Suspense fallback={<Skeleton shape="card" className="h-64 max-w-2xl" />}>
            <currentPage.Content />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

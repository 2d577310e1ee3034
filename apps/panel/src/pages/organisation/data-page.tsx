import { Suspense } from 'react'
import { ExportsCard } from '../../features/exports/exports-card.tsx'
import { RetentionCard } from '../../features/privacy/retention-card.tsx'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'

const [BudgetCard] = lazyComponent(() => import('../../features/costs/budget-card.tsx'))
const [StorageCard] = lazyComponent(() => import('../../features/storage/storage-card.tsx'))
const [RatesCard] = lazyComponent(() => import('../../features/costs/rates-card.tsx'))

/** Page of the organisation's data retention, costs, storage and exports. */
export function OrganisationDataPage() {
  const hasExports = useSession(({ user }) => user?.capabilities?.includes('audit'))
  const hasCosts = useSession(({ user }) => user?.capabilities?.includes('costs'))
  const hasFiles = useSession(({ user }) => user?.capabilities?.includes('media'))
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <title>Dados · Prosa</title>
      <RetentionCard />
      {hasCosts && (
        <Suspense>
          <BudgetCard />
          <RatesCard />
        </Suspense>
      )}
      {hasFiles && (
        <Suspense>
          <StorageCard />
        </Suspense>
      )}
      {hasExports && <ExportsCard />}
    </div>
  )
}

import { ExportsCard } from '../../../features/exports/exports-card.tsx'
import { RetentionCard } from '../../../features/privacy/retention-card.tsx'
import { useSession } from '../../../shared/session/session.ts'

/** What becomes of the data of leads, and what was taken out. */
export function DataPage() {
  const hasExports = useSession(({ user }) => user?.capabilities?.includes('audit'))
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <title>Dados · Prosa</title>
      <RetentionCard />
      {hasExports && <ExportsCard />}
    </div>
  )
}

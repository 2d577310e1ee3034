import { RetentionCard } from '../../../features/privacy/retention-card.tsx'

/** What becomes of the data of leads. */
export function DataPage() {
  return (
    <div className="max-w-2xl">
      <title>Dados · Prosa</title>
      <RetentionCard />
    </div>
  )
}

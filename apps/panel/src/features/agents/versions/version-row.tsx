import type { AgentVersion } from '@prosa/contract/entities/agents/agent-version'
import type { VersionCost } from '@prosa/contract/entities/reports/cost'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { formatChangedSettings, formatVersionCost } from './version-texts.ts'

interface VersionRowProps {
  version: AgentVersion
  /** Cost of the replies that this version wrote; undefined if it is zero or unknown. */
  cost: VersionCost | undefined
  /** Whether this version is the one in use. */
  isPublished: boolean
  isOnline: boolean
  onOpen: () => void
  onRestore: () => void
}

/** Row of a published version: author, date, changes, cost and meetings. */
export function VersionRow({ version, cost, isPublished, isOnline, onOpen, onRestore }: VersionRowProps) {
  const { number, note, changed, published_by_name, published_at, restored_from } = version
  const title = `Versão ${number}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 border-line border-t px-edge py-3.5 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="reach rounded-control font-semibold text-ui tabular hover:underline"
          >
            {title}
          </button>
          {isPublished && <Badge tone="success">Publicada</Badge>}
        </p>
        {note && <p className="wrap-anywhere mt-0.5 text-ui">{note}</p>}
        <p className="wrap-anywhere mt-0.5 text-ink-2 text-meta tabular">
          {restored_from === null ? formatChangedSettings(changed) : `De volta à versão ${restored_from}`}
        </p>
        <p className="wrap-anywhere text-ink-3 text-meta tabular">
          {[published_by_name, formatFullDate(published_at)].filter(Boolean).join(' · ')}
        </p>
        {cost && <p className="text-ink-2 text-meta tabular">{formatVersionCost(cost)}</p>}
      </div>
      {!isPublished && (
        <Button disabled={!isOnline} aria-label={`Voltar a esta versão: ${number}`} onClick={onRestore}>
          Voltar a esta versão
        </Button>
      )}
    </li>
  )
}

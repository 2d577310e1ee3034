import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { Link } from '@tanstack/react-router'
import { PATHS } from '../../../shared/config/paths.ts'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'

/** Note that the form shows an unpublished draft, with the user who saved it and a link to publish it. */
export function DraftNote({ agentId, draft: { saved_by_name, saved_at, version } }: { agentId: string; draft: SettingsDraft }) {
  const authorAndDate = [saved_by_name && `de ${saved_by_name}`, saved_at && formatFullDate(saved_at)].filter(Boolean).join(', ')
  return (
    <p role="note" className="wrap-anywhere rounded-control border border-line px-3 py-2 text-ink-2 text-ui">
      {`Rascunho ${authorAndDate}: o agente segue na versão ${version} até ele ser publicado. `}
      <Link to={PATHS.agentSettings} params={{ agentId, tab: 'versoes' }} className="reach underline underline-offset-2">
        Ver versões
      </Link>
    </p>
  )
}

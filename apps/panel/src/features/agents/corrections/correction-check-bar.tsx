import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import type { CorrectionRun } from '@prosa/contract/entities/agents/correction'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { formatCheckCost, formatCheckSummary, formatCorrectionCount } from './correction-labels.ts'
import { useCorrectionCheck } from './queries.ts'

interface CorrectionCheckBarProps {
  agentId: string
  draft: SettingsDraft
  /** Running check of the agent's corrections; null if none is running. */
  run: CorrectionRun | null
  /** Estimated cost of checking one correction, in millionths of a real. */
  caseMicroBrl: number | null | undefined
  isOnline: boolean
}

/** Bar with a button that checks all corrections against the agent's draft, and with the progress and results. */
export function CorrectionCheckBar({
  agentId,
  draft: { revision, corrections },
  run,
  caseMicroBrl,
  isOnline,
}: CorrectionCheckBarProps) {
  const { start, stop } = useCorrectionCheck(agentId)
  return (
    <div className="mb-3 flex min-h-(--control-height) flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="mr-auto text-ink-2 text-ui tabular">
        {run ? `Conferindo ${run.done} de ${run.total}` : formatCheckSummary(corrections)}
      </p>
      {run && (
        <>
          <div
            role="progressbar"
            aria-label="Correções conferidas"
            aria-valuemin={0}
            aria-valuemax={run.total}
            aria-valuenow={run.done}
            className="h-2 w-40 max-w-full overflow-hidden rounded-full bg-bubble-ai"
          >
            <div
              className={`h-full rounded-full ${run.red > 0 ? 'bg-roma' : 'bg-primary'}`}
              style={{ width: `${(run.done / Math.max(1, run.total)) * 100}%` }}
            />
          </div>
          <Button disabled={!isOnline} busy={stop.isPending} onClick={() => stop.mutate(run._id)}>
            Parar
          </Button>
        </>
      )}
      {!run && corrections.active > 0 && (
        <Button variant="primary" disabled={!isOnline} busy={start.isPending} onClick={() => start.mutate(revision)}>
          Conferir tudo ({formatCorrectionCount(corrections.active)}
          {formatCheckCost((caseMicroBrl ?? 0) * corrections.active)})
        </Button>
      )}
    </div>
  )
}

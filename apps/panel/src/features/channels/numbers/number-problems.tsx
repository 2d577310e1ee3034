import type { NumberProblem, WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { Link } from '@tanstack/react-router'
import { PATHS } from '../../../shared/config/paths.ts'
import { Button, getButtonClass } from '../../../shared/ui/buttons/button.tsx'
import { cx } from '../../../shared/ui/cx.ts'

interface NumberProblemsProps {
  number: WhatsappNumber
  /** Runs the named action that is offered for a problem. */
  onAction: (action: string) => void
  busyAction: string | null
}

/** Problems of a WhatsApp number, most severe first, each with one action. */
export function NumberProblems({ number, onAction, busyAction }: NumberProblemsProps) {
  const { display_number, problems = [], status, status_reason, webhook } = number
  // A server that does not list problems reports only `status_reason`.
  const hasUnknownProblem = status === 'broken' && problems.length === 0
  const awaitsFirstEvent = status === 'ok' && webhook !== undefined && !webhook.event_at
  if (hasUnknownProblem)
    return <p className="mt-1.5 text-roma text-ui">{status_reason ?? 'A Meta recusa o acesso a este número.'}</p>
  return (
    <>
      {problems.length > 0 && (
        <ul aria-label={`Problemas de ${display_number}`} className="mt-2.5 flex flex-col gap-2">
          {problems.map((problem) => (
            <li
              key={problem.code}
              className={cx(
                'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line py-2 pr-2 pl-3',
                problem.severity === 'broken' && 'border-transparent bg-roma-ground',
              )}
            >
              <span
                className={cx(
                  'wrap-anywhere min-w-0 flex-1 basis-56 text-ui',
                  problem.severity === 'broken' ? 'text-roma' : 'text-ipe',
                )}
              >
                {problem.text}
              </span>
              <ProblemAction problem={problem} number={number} onAction={onAction} busyAction={busyAction} />
            </li>
          ))}
        </ul>
      )}
      {awaitsFirstEvent && problems.length === 0 && (
        <p className="mt-1.5 text-ink-2 text-ui">Mande um “oi” de outro celular para {display_number}.</p>
      )}
    </>
  )
}

function ProblemAction({
  problem: { step },
  number: { id, display_number: displayNumber },
  onAction,
  busyAction,
}: { problem: NumberProblem } & NumberProblemsProps) {
  const { label, url, action } = step
  if (action === 'templates')
    return (
      <Link to={PATHS.organisation} params={{ page: 'numeros', id, tab: 'modelos' }} className={getButtonClass()}>
        {label}
        <span className="sr-only"> de {displayNumber}</span>
      </Link>
    )
  if (url)
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={getButtonClass()}>
        {label}
        <span className="sr-only"> ({displayNumber}, abre em outra janela)</span>
      </a>
    )
  if (!action) return null
  return (
    <Button onClick={() => onAction(action)} busy={busyAction === action}>
      {label}
      <span className="sr-only"> {displayNumber}</span>
    </Button>
  )
}

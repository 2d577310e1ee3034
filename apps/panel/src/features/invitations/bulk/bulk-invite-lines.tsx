import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { getRoleLabelWithKey } from '../../../shared/identity/roles.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'
import type { InviteLineResult } from './invite-all.ts'
import type { BulkInviteLine } from './parse-invites.ts'

interface LineOutcomeProps {
  problem: string | null
  result: InviteLineResult | undefined
  onResend: () => void
}

function LineOutcome({ problem, result, onResend }: LineOutcomeProps) {
  if (problem) {
    return (
      <span className="flex items-start gap-1.5 text-ipe">
        <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        {problem} Fica de fora.
      </span>
    )
  }
  if (!result) {
    return (
      <span className="flex items-start gap-1.5 text-ink-3">
        <CircleDashed aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        Pronto para enviar
      </span>
    )
  }
  if (result.state === 'sending') {
    return (
      <span className="flex items-center gap-1.5 text-ink-2">
        <Spinner className="size-3.5" />
        Enviando...
      </span>
    )
  }
  if (result.state === 'failed') {
    return (
      <span className="flex items-start gap-1.5 text-roma">
        <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        <span>
          {result.reason}
          {result.next === 'resend' && (
            <Button className="mt-1.5 flex" onClick={onResend}>
              Reenviar convite
            </Button>
          )}
        </span>
      </span>
    )
  }
  return (
    <span className="flex items-start gap-1.5 text-mate">
      <CircleCheck aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {result.link ? 'Convidado: falta entregar o link' : 'Convidado'}
    </span>
  )
}

interface BulkInviteLinesProps {
  lines: readonly BulkInviteLine[]
  results: Readonly<Record<number, InviteLineResult>>
  onResend: (index: number) => void
}

/** Parsed lines of the list, each with its values and the result of its invitation. */
export function BulkInviteLines({ lines, results, onResend }: BulkInviteLinesProps) {
  return (
    <ol
      aria-label="Linhas da lista"
      tabIndex={0}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {lines.map(({ line, email, role, domain, problem }, index) => (
        <li
          key={`${line} ${index}`}
          className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 px-3 py-2 text-meta md:grid-cols-[2rem_minmax(0,3fr)_minmax(0,2fr)]"
        >
          <span className="text-ink-3 tabular">
            <span className="sr-only">Linha </span>
            {line}
          </span>
          <span className="min-w-0">
            <span className="wrap-anywhere block font-semibold text-ink text-ui">{email || 'Sem e-mail'}</span>
            <span className="wrap-anywhere block text-ink-3">{`${getRoleLabelWithKey(role)} · ${domain || 'sem organização'}`}</span>
          </span>
          <span className="col-start-2 md:col-start-3">
            <LineOutcome problem={problem} result={results[index]} onResend={() => onResend(index)} />
          </span>
        </li>
      ))}
    </ol>
  )
}

import { finishWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'
import { SignupSteps } from './signup-steps.tsx'

interface ReturnParams {
  /** Id of the sign-up: the part of `state` before the first dot. */
  id: string
  code: string
  state: string
}

/** Parses the query parameters that Meta's page has added. Returns null if there is no code. */
function parseReturnParams(search: string): ReturnParams | null {
  const params = new URLSearchParams(search)
  const [code, state] = [params.get('code'), params.get('state')]
  const id = state?.split('.')[0]
  return code && state && id ? { id, code, state } : null
}

type ExchangeOutcome = { signup: WhatsappSignup } | { failure: string } | null

/**
 * Sends the code from Meta's page to the server at once, because the code expires after 30 s. Works even if the window that opened Meta's
 * page is closed (NUM-03).
 */
function useCodeExchange(): { returnParams: ReturnParams | null; outcome: ExchangeOutcome } {
  const { history } = useRouter()
  const [returnParams] = useState(() => parseReturnParams(history.location.search))
  const [outcome, setOutcome] = useState<ExchangeOutcome>(null)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    // Removes the code from the address bar and the history, because it can be used only once.
    history.replace(history.location.pathname)
    if (!returnParams) return
    const { id, ...body } = returnParams
    call(finishWhatsappSignup, { params: { id }, body }).then(
      ({ data }) => setOutcome({ signup: data }),
      (error: unknown) => setOutcome({ failure: getErrorReason(error, 'A resposta não chegou.') }),
    )
  }, [history, returnParams])
  return { returnParams, outcome }
}

/** Page to which Meta's sign-up redirects. It shows the progress; the remaining steps are done in the window that started the sign-up. */
export function SignupReturn() {
  const { returnParams, outcome } = useCodeExchange()
  if (!returnParams)
    return (
      <p>A Meta não devolveu um código: a ligação foi cancelada, ou já está em andamento. Veja em Números até onde chegou.</p>
    )
  if (!outcome)
    return (
      <p className="flex items-center gap-2">
        <Spinner className="size-4" />
        <span role="status">Ligando o número...</span>
      </p>
    )
  if ('failure' in outcome)
    return (
      <>
        <p role="alert" className="text-roma">
          {outcome.failure}
        </p>
        <p>Veja em Números até onde a ligação chegou.</p>
      </>
    )
  return (
    <>
      <SignupSteps signup={outcome.signup} />
      <p className="text-ui">Pode fechar esta janela; o que falta continua em Números.</p>
    </>
  )
}

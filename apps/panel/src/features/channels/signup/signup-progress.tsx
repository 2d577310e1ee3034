import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { Button, getButtonClass } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { useContinueSignup, useStartSignup } from './queries.ts'
import { SignupSteps } from './signup-steps.tsx'

/** Link to Meta's sign-up page. A plain link, because no script of another host may be loaded (NUM-01). */
function MetaLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={getButtonClass('primary', 'self-start')}>
      Abrir a página da Meta
      <span className="sr-only"> (abre em outra janela)</span>
    </a>
  )
}

function PinForm({ id }: { id: string }) {
  const continueMutation = useContinueSignup()
  const [pin, setPin] = useState('')
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        continueMutation.mutate({ id, pin })
      }}
    >
      <TextField
        label="PIN de 6 algarismos"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={pin}
        onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
        error={
          continueMutation.error
            ? getErrorReason(continueMutation.error, 'Não foi possível continuar. Tente novamente.')
            : undefined
        }
      />
      <Button type="submit" variant="primary" className="self-start" busy={continueMutation.isPending}>
        Continuar
      </Button>
    </form>
  )
}

function ContinueSignup({ signup }: { signup: WhatsappSignup }) {
  const continueMutation = useContinueSignup()
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        busy={continueMutation.isPending}
        onClick={() => continueMutation.mutate({ id: signup.id })}
      >
        Continuar
      </Button>
      <SignupError error={continueMutation.error} />
    </>
  )
}

function RestartSignup({ signup, onRestarted }: { signup: WhatsappSignup; onRestarted: (started: StartedSignup) => void }) {
  const startMutation = useStartSignup()
  const { agent_id, mode, history_days } = signup
  return (
    <>
      <Button
        variant="primary"
        className="self-start"
        busy={startMutation.isPending}
        onClick={() => startMutation.mutate({ agent_id, mode, history_days }, { onSuccess: onRestarted })}
      >
        Continuar
      </Button>
      <SignupError error={startMutation.error} />
    </>
  )
}

export const SignupError = ({ error }: { error: Error | null }) => (
  <FormError>{error && getErrorReason(error, 'Não foi possível continuar. Tente novamente.')}</FormError>
)

/** Sign-up that was started, with the URL of Meta's page. */
export interface StartedSignup {
  id: string
  url: string
}

interface SignupProgressProps {
  signup: WhatsappSignup
  /** URL of Meta's page; undefined if the user no longer has to open it. */
  url: string | undefined
  /** Called with a new sign-up that was started with the same choices. */
  onRestarted: (started: StartedSignup) => void
}

/** Shows the progress of a sign-up and the next action of the user. */
export function SignupProgress({ signup, url, onRestarted }: SignupProgressProps) {
  const { next, mode, steps } = signup
  const isAtMeta = url !== undefined && steps[0]?.state === 'waiting'
  return (
    <div className="flex flex-col gap-4">
      <SignupSteps signup={signup} />
      {next === 'window' && isAtMeta && (
        <>
          <MetaLink url={url} />
          <p className="text-ink-3 text-meta">Termine na página da Meta; os passos aparecem aqui.</p>
        </>
      )}
      {next === 'window' && !isAtMeta && <RestartSignup signup={signup} onRestarted={onRestarted} />}
      {next === 'pin' && <PinForm id={signup.id} />}
      {next === 'continue' && <ContinueSignup signup={signup} />}
      {mode === 'coexistence' && (
        <div className="space-y-1 text-ink-2 text-ui">
          <p>No celular, desligue a saudação e a mensagem de ausência: quem responde agora é a Prosa.</p>
          <p>WhatsApp do Windows e de relógio não é acompanhado.</p>
        </div>
      )}
    </div>
  )
}

import { completeSecondStep, secondStepMethods } from '@prosa/contract/calls/accounts/second-step'
import type { CallBody } from '@prosa/contract/define-call'
import type { PasskeyRequestOptions } from '@prosa/contract/entities/accounts/passkey'
import type { SecondStepMethod } from '@prosa/contract/rules/accounts/second-step'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { ApiError } from '../../shared/api/errors.ts'
import {
  hasHostName,
  isPasskeyPromptDismissed,
  isPasskeySupported,
  requestPasskeyAssertion,
} from '../../shared/identity/passkeys.ts'
import { getKeepSignedInHeader } from '../../shared/session/keep-signed-in-header.ts'
import { clearSessionError, storeSignedInSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { SECONDARY_LINK_CLASS } from './secondary-link-class.ts'

const FAILED = 'Não foi possível confirmar a entrada. Tente de novo.'
const PASSKEY_FAILED = 'Não foi possível usar a chave de acesso. Tente de novo.'

interface SecondStepOptions {
  methods: readonly SecondStepMethod[]
  passkey: PasskeyRequestOptions | null
}

/** Returns the preferred second factor among those that the account has, or null if it has none. */
const getPreferredMethod = (methods: readonly SecondStepMethod[]): SecondStepMethod | null =>
  (['totp', 'passkey', 'recovery'] as const).find((method) => methods.includes(method)) ?? null

/** Fetches the second factors of the account, once. */
function useSecondStepOptions() {
  const [options, setOptions] = useState<SecondStepOptions | null>(null)
  const [error, setError] = useState('')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abortController = new AbortController()
    call(secondStepMethods, { signal: abortController.signal }).then(
      ({ data }) =>
        setOptions({
          ...data,
          methods: data.methods.filter((method) => method !== 'passkey' || (isPasskeySupported() && hasHostName())),
        }),
      (cause: unknown) => abortController.signal.aborted || setError(getErrorReason(cause, FAILED)),
    )
    return () => abortController.abort()
  }, [attempt])
  const retry = () => {
    setError('')
    setAttempt(attempt + 1)
  }
  return { options, error, retry }
}

/** Form for the second factor of a sign-in. It replaces the login form. */
export function SecondStepForm({ rememberMe, onBack }: { rememberMe: boolean; onBack: () => void }) {
  const { options, error, retry } = useSecondStepOptions()
  // Clears the session error, because a required second factor is not a failed sign-in.
  useEffect(clearSessionError, [])
  const backLink = (
    <button type="button" onClick={onBack} className={SECONDARY_LINK_CLASS}>
      Voltar
    </button>
  )
  if (options) return <SecondStepConfirmation options={options} rememberMe={rememberMe} backLink={backLink} />
  if (!error)
    return (
      <div className="grid h-60 place-items-center text-primary">
        <Spinner label="Carregando..." className="size-7" />
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-3">
      <p role="alert" className="text-roma text-ui">
        {error}
      </p>
      <Button onClick={retry}>Tentar novamente</Button>
      {backLink}
    </div>
  )
}

const CODE_FIELDS = {
  totp: { label: 'Código do seu aplicativo', inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '000000' },
  recovery: { label: 'Código de recuperação', inputMode: 'text', autoComplete: 'off', placeholder: 'xxxx-xxxx-xxxx-xxxx' },
} as const

const SWITCH_METHOD_LABELS: Readonly<Record<SecondStepMethod, string>> = {
  totp: 'Usar código do aplicativo',
  passkey: 'Usar chave de acesso',
  recovery: 'Usar código de recuperação',
}

function SecondStepConfirmation({
  options: { methods, passkey },
  rememberMe,
  backLink,
}: {
  options: SecondStepOptions
  rememberMe: boolean
  backLink: React.ReactNode
}) {
  const [method, setMethod] = useState(() => getPreferredMethod(methods))
  const [code, setCode] = useState('')
  const [trustsDevice, setTrustsDevice] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=checkbox]), button')?.focus()
  }, [method])

  const submitProof = async (
    proof: () => Promise<Omit<CallBody<typeof completeSecondStep>, 'trust_device'>>,
    fallbackMessage: string,
  ) => {
    setBusy(true)
    setError('')
    try {
      const body = { ...(await proof()), trust_device: trustsDevice }
      storeSignedInSession(
        (await call(completeSecondStep, { body, headers: getKeepSignedInHeader(rememberMe) })).data,
        rememberMe,
      )
    } catch (cause) {
      if (isPasskeyPromptDismissed(cause)) return
      setError((cause instanceof ApiError && cause.fieldErrors.code) || getErrorReason(cause, fallbackMessage))
      form.current?.querySelector('input')?.select()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !method) return
    if (method === 'passkey') {
      if (passkey) void submitProof(async () => ({ method, response: await requestPasskeyAssertion(passkey) }), PASSKEY_FAILED)
    } else if (code.trim() !== '') void submitProof(async () => ({ method, code }), FAILED)
  }
  const switchMethod = (other: SecondStepMethod) => {
    setMethod(other)
    setCode('')
    setError('')
  }

  const field = method === 'totp' || method === 'recovery' ? CODE_FIELDS[method] : null
  return (
    <form ref={form} noValidate onSubmit={submit} aria-label="Segundo passo" className="flex flex-col gap-4">
      {field && (
        <div className="min-h-[calc(var(--control-height)+3rem)]">
          <TextField
            {...field}
            key={method}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError('')
            }}
            error={error || undefined}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            className="tabular tracking-wide"
            required
          />
        </div>
      )}
      {method === 'passkey' && (
        <p className="text-ink-2 text-ui">O navegador pede a sua digital, o seu rosto, um PIN ou a sua chave.</p>
      )}
      {!method && <p className="text-ink-2 text-ui">Peça a quem gerencia a sua organização para remover o seu segundo passo.</p>}
      <p role="alert" className={field ? 'sr-only' : 'text-meta text-roma empty:hidden'}>
        {error}
      </p>
      {method && (
        <>
          <label className="flex min-h-8 coarse:min-h-11 w-fit items-center gap-2.5 text-ink-2 text-ui">
            <input
              type="checkbox"
              checked={trustsDevice}
              onChange={({ target }) => setTrustsDevice(target.checked)}
              className="check-box"
            />
            Confiar neste aparelho por 30 dias
          </label>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={field !== null && code.trim() === ''}
            className="w-full"
          >
            {method === 'passkey' ? 'Usar chave de acesso' : isBusy ? 'Confirmando...' : 'Confirmar'}
          </Button>
        </>
      )}
      <div className="flex flex-col items-start">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" onClick={() => switchMethod(other)} className={SECONDARY_LINK_CLASS}>
              {SWITCH_METHOD_LABELS[other]}
            </button>
          ))}
        {backLink}
      </div>
    </form>
  )
}

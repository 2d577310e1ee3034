import { requestPasswordReset } from '@prosa/contract/calls/accounts/password-reset'
import { parseAccountIdentifier } from '@prosa/contract/rules/accounts/account-identifier'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { SECONDARY_LINK_CLASS } from '../secondary-link-class.ts'

const INVALID_ACCOUNT_MESSAGE = 'Digite um telefone com DDD ou um e-mail.'
const FAILED = 'Não foi possível pedir o link. Tente de novo.'
/** Confirmation texts by channel. They do not reveal whether the account exists. */
const CONFIRMATION_TEXTS = {
  mail: 'Se houver uma conta, enviamos um link que vale 30 minutos.',
  noMail: 'Peça um link a quem gerencia a sua organização. Avisamos que você pediu.',
} as const

/** Form that requests a password reset link by phone number or e-mail address. */
export function RecoveryLinkForm() {
  const [accountText, setAccountText] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [confirmation, setConfirmation] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  const requestLink = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const account = parseAccountIdentifier(accountText)
    if (!account) {
      setError(INVALID_ACCOUNT_MESSAGE)
      input.current?.focus()
      return
    }
    setBusy(true)
    setFailure('')
    try {
      const { mail } = (await call(requestPasswordReset, { body: { account } })).data
      setConfirmation(mail ? CONFIRMATION_TEXTS.mail : CONFIRMATION_TEXTS.noMail)
    } catch (cause) {
      setFailure(getErrorReason(cause, FAILED))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className="font-semibold text-title">Recuperar senha</h1>
      <p role="status" className={confirmation ? 'mt-3 text-balance text-ink-2 text-message' : 'sr-only'}>
        {confirmation}
      </p>
      {!confirmation && (
        <form noValidate onSubmit={(event) => void requestLink(event)} className="mt-5 flex flex-col gap-4">
          <TextField
            ref={input}
            label="Telefone ou e-mail"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={accountText}
            error={error}
            onChange={({ target }) => {
              setAccountText(target.value)
              setError(undefined)
            }}
            autoFocus
            required
          />
          <FormError>{failure}</FormError>
          <Button type="submit" variant="primary" busy={isBusy} className="w-full">
            {isBusy ? 'Enviando...' : 'Enviar link'}
          </Button>
        </form>
      )}
      <Link to={PATHS.login} className={`${SECONDARY_LINK_CLASS} mt-3`}>
        Voltar para a entrada
      </Link>
    </>
  )
}

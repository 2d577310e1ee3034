import { zodResolver } from '@hookform/resolvers/zod'
import { checkPasswordReset, completePasswordReset } from '@prosa/contract/calls/accounts/password-reset'
import { newPassword } from '@prosa/contract/fields'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { notify } from '../../../shared/notifications/notifications.ts'
import { signOut, useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { PasswordInput } from '../../../shared/ui/inputs/password-input.tsx'

const EMPTY_DRAFT = { newPassword: '', again: '' }
const newPasswordSchema = z.object({ newPassword, again: z.string() }).check(
  z.refine((draft) => draft.newPassword === draft.again, {
    path: ['again'],
    error: 'As senhas não são iguais.',
  }),
)

/** Whether the error means that the link is invalid. After other errors, the user can try again with the same link. */
const isInvalidLinkError = (error: unknown): boolean => error instanceof ApiError && error.code === 'INVALID_INPUT'

type LinkCheck =
  | { state: 'looking' }
  | { state: 'good'; organisation: string }
  | { state: 'failed'; reason: string; isExpired: boolean }

/** Checks a password reset link at the server and returns its state. The check does not consume the link. */
function useRecoveryLink(token: string) {
  const [linkCheck, setLinkCheck] = useState<LinkCheck>({ state: 'looking' })
  const fail = useCallback((error: unknown) => {
    setLinkCheck({
      state: 'failed',
      reason: getErrorReason(error, 'Não foi possível abrir o link.'),
      isExpired: isInvalidLinkError(error),
    })
  }, [])
  const checkLink = useCallback(async () => {
    setLinkCheck({ state: 'looking' })
    try {
      const { organisation } = (await call(checkPasswordReset, { body: { token } })).data
      setLinkCheck({ state: 'good', organisation })
    } catch (error) {
      fail(error)
    }
  }, [token, fail])
  useEffect(() => void checkLink(), [checkLink])
  return { linkCheck, checkLink, fail }
}

/** Form for a new password, opened by a password reset link. */
export function NewPasswordForm({ token, onRequestNewLink }: { token: string; onRequestNewLink: () => void }) {
  const { linkCheck, checkLink, fail } = useRecoveryLink(token)
  const navigate = useNavigate()
  const [failure, setFailure] = useState('')
  const { control, formState, handleSubmit, setError } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(newPasswordSchema),
    defaultValues: EMPTY_DRAFT,
  })

  const save = async (draft: typeof EMPTY_DRAFT) => {
    setFailure('')
    try {
      await call(completePasswordReset, { body: { token, newPassword: draft.newPassword } })
    } catch (error) {
      if (isInvalidLinkError(error)) return fail(error)
      setServerErrors(error, ['newPassword'], setError)
      if (!(error instanceof ApiError && error.fieldErrors['newPassword']))
        setFailure(getErrorReason(error, 'Não foi possível salvar a senha. Tente de novo.'))
      return
    }
    // The password change has ended all sessions of the user, including the session in this browser.
    if (useSession.getState().user) await signOut()
    notify.success({ title: 'Senha alterada. Entre com a nova senha.' })
    void navigate({ to: PATHS.login, replace: true })
  }

  if (linkCheck.state === 'looking')
    return (
      <div role="status" aria-label="Abrindo o link">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-6 h-14" />
        <Skeleton className="mt-4 h-14" />
      </div>
    )
  if (linkCheck.state === 'failed')
    return (
      <>
        <h1 className="font-semibold text-title">Recuperar senha</h1>
        <p role="alert" className="mt-3 text-ink-2 text-message">
          {linkCheck.reason}
        </p>
        <Button variant="primary" className="mt-5" onClick={linkCheck.isExpired ? onRequestNewLink : () => void checkLink()}>
          {linkCheck.isExpired ? 'Pedir outro link' : 'Tentar novamente'}
        </Button>
      </>
    )
  return (
    <form noValidate aria-labelledby="new-password" onSubmit={handleSubmit(save)}>
      <h1 id="new-password" className="font-semibold text-title">
        Nova senha
      </h1>
      <p className="mt-1 mb-5 text-ink-3 text-ui">{linkCheck.organisation}. As sessões abertas em outros aparelhos terminam.</p>
      <div className="flex flex-col gap-4">
        <Controller
          control={control}
          name="newPassword"
          render={({ field, fieldState }) => (
            <PasswordInput {...field} label="Nova senha" error={fieldState.error?.message} autoComplete="new-password" required />
          )}
        />
        <Controller
          control={control}
          name="again"
          render={({ field, fieldState }) => (
            <PasswordInput
              {...field}
              label="Confirmar senha"
              placeholder="Senha, mais uma vez"
              error={fieldState.error?.message}
              autoComplete="new-password"
              required
            />
          )}
        />
      </div>
      <FormError className="mt-4">{failure}</FormError>
      <Button type="submit" variant="primary" className="mt-5 w-full" busy={formState.isSubmitting}>
        {formState.isSubmitting ? 'Salvando...' : 'Salvar senha'}
      </Button>
    </form>
  )
}

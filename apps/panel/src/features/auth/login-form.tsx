import { SIGN_IN_FAILURE_TOAST_MS } from '@prosa/contract/constants'
import type { FormEvent } from 'react'
import { ApiError } from '../../shared/api/errors.ts'
import { notify } from '../../shared/notifications.ts'
import { clearSessionError, signIn, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { PhoneInput } from '../../shared/ui/phone-input.tsx'
import { useLoginForm } from './use-login-form.ts'

/** Room for one line of error, so that nothing jumps while typing. */
const ROOM = 'min-h-[calc(var(--control-height)+3rem)]'

export function LoginForm() {
  const error = useSession((state) => state.error)
  const isLoading = useSession((state) => state.isLoading)
  const form = useLoginForm()
  const canSubmit = form.canSubmit && !isLoading

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSubmit) return
    try {
      await signIn(form.draft)
    } catch (cause) {
      form.showServerErrors(cause)
      notify.error({
        message: useSession.getState().error ?? undefined,
        code: cause instanceof ApiError ? cause.code : undefined,
        duration: SIGN_IN_FAILURE_TOAST_MS,
      })
    }
  }

  const edit = (field: 'phone' | 'password') => (value: string) => {
    if (error) clearSessionError()
    form.change(field, value)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Acessar" className="flex flex-col">
      <div className={ROOM}>
        <PhoneInput name="phone" value={form.draft.phone} onChange={edit('phone')} error={form.errorOf('phone')} required />
      </div>
      <div className={ROOM}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={form.draft.password}
          onChange={edit('password')}
          error={form.errorOf('password')}
          required
        />
      </div>
      <label className="flex min-h-8 coarse:min-h-11 w-fit items-center gap-2.5 text-ink-2 text-ui">
        <input
          type="checkbox"
          checked={form.draft.rememberMe}
          onChange={(event) => form.remember(event.target.checked)}
          className="size-4"
        />
        Manter conectado
      </label>
      {error && (
        <p aria-hidden="true" className="mt-2 rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
          {error}
        </p>
      )}
      <p role="alert" className="sr-only">
        {error && `Login error: ${error}`}
      </p>
      <Button type="submit" variant="primary" busy={isLoading} disabled={!canSubmit} className="mt-3 w-full">
        {isLoading ? 'Acessando...' : 'Acessar'}
      </Button>
    </form>
  )
}

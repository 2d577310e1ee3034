import { zodResolver } from '@hookform/resolvers/zod'
import { signIn as signInSchema } from '@prosa/contract/calls/auth'
import { SIGN_IN_FAILURE_TOAST_MS } from '@prosa/contract/constants'
import { Controller, useForm } from 'react-hook-form'
import { ApiError } from '../../shared/api/errors.ts'
import { notify } from '../../shared/notifications.ts'
import { clearSessionError, signIn, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { setServerErrors } from '../../shared/ui/form-errors.ts'
import { PasswordInput } from '../../shared/ui/password-input.tsx'
import { PhoneInput } from '../../shared/ui/phone-input.tsx'

/** Room for one line of error, so that nothing jumps while typing. */
const ROOM = 'min-h-[calc(var(--control-height)+3rem)]'

export function LoginForm() {
  const error = useSession((state) => state.error)
  const isLoading = useSession((state) => state.isLoading)
  const { control, handleSubmit, register, setError, formState } = useForm({
    mode: 'onChange',
    resolver: zodResolver(signInSchema),
    defaultValues: { phone: '', password: '', rememberMe: false },
  })

  const submit = handleSubmit(async ({ phone, password, rememberMe }) => {
    try {
      await signIn({ phone, password, rememberMe })
    } catch (cause) {
      const message = useSession.getState().error ?? undefined
      const code = cause instanceof ApiError ? cause.code : undefined
      notify.error({ message, code, duration: SIGN_IN_FAILURE_TOAST_MS })
      setServerErrors(cause, ['phone', 'password'], setError)
    }
  })

  const editing = (change: (value: string) => void) => (value: string) => {
    if (error) clearSessionError()
    change(value)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Acessar" className="flex flex-col gap-2">
      <div className={ROOM}>
        <Controller
          control={control}
          name="phone"
          render={({ field, fieldState }) => (
            <PhoneInput {...field} onChange={editing(field.onChange)} error={fieldState.error?.message} required />
          )}
        />
      </div>
      <div className={ROOM}>
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => (
            <PasswordInput
              {...field}
              onChange={editing(field.onChange)}
              error={fieldState.error?.message}
              autoComplete="current-password"
              required
            />
          )}
        />
      </div>
      <label className="flex min-h-8 coarse:min-h-11 w-fit items-center gap-2.5 text-ink-2 text-ui">
        <input type="checkbox" {...register('rememberMe')} className="size-4" />
        Manter conectado
      </label>
      {error && (
        <p aria-hidden="true" className="rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
          {error}
        </p>
      )}
      <p role="alert" className="sr-only">
        {error && `Login error: ${error}`}
      </p>
      <Button
        type="submit"
        variant="primary"
        busy={isLoading}
        disabled={!formState.isValid || !formState.isDirty || isLoading}
        className="mt-1 w-full"
      >
        {isLoading ? 'Acessando...' : 'Acessar'}
      </Button>
    </form>
  )
}

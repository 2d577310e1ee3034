import { SIGN_IN_FAILURE_TOAST_MS } from '@prosa/contract/constants'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import type { ApiError } from '../../shared/api/errors.ts'
import { SESSION_MESSAGES } from '../../shared/api/messages.pt-br.ts'
import { importWithRetry } from '../../shared/lazy-loading/import-with-retry.ts'
import { notify, useNotifications } from '../../shared/notifications/notifications.ts'
import { clearSessionError, SIGN_IN_SUBJECT, signIn, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { AlertGlyph } from '../../shared/ui/inputs/glyphs.tsx'
import { PasswordInput } from '../../shared/ui/inputs/password-input.tsx'
import { PhoneInput } from '../../shared/ui/inputs/phone-input.tsx'
import { useLoginForm } from './use-login-form.ts'

const AdditionalSignInOptions = lazy(() => importWithRetry(() => import('./additional-sign-in-options.tsx')))

/**
 * Returns the meta tag with the capabilities that the server offers before sign-in. Returns null if another server has delivered the page.
 */
const getCapabilitiesTag = () => document.querySelector('meta[name=capabilities]')

/** CSS class that reserves the height of the error messages, so that the layout does not shift while the user types. */
const MESSAGE_MIN_HEIGHT_CLASS = 'min-h-[calc(var(--control-height)+3rem)]'

export function LoginForm() {
  const error = useSession((state) => state.error)
  const isLoading = useSession((state) => state.isLoading)
  const form = useLoginForm()
  const [notificationId, setNotificationId] = useState('')
  const [needsSecondStep, setNeedsSecondStep] = useState(false)
  const isNotificationShown = useNotifications(
    ({ hasStack, notifications }) => hasStack && notifications.some(({ id }) => id === notificationId),
  )

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { elements } = event.currentTarget
    // Reads the store directly, because a second click can come before the component renders again.
    if (!form.canSubmit || useSession.getState().isLoading) return
    try {
      await signIn(form.draft)
    } catch (cause) {
      if ((cause as ApiError).code === 'SECOND_STEP_REQUIRED') return setNeedsSecondStep(true)
      const [invalidField] = form.showServerErrors(cause)
      const field = invalidField && elements.namedItem(invalidField)
      if (field instanceof HTMLElement) field.focus()
      setNotificationId(
        notify.error({
          title: useSession.getState().error ?? SESSION_MESSAGES.signInUnexpected,
          duration: SIGN_IN_FAILURE_TOAST_MS,
          subject: SIGN_IN_SUBJECT,
          silent: true,
        }),
      )
    }
  }

  const edit = (field: 'phone' | 'password') => (value: string) => {
    if (error) clearSessionError()
    form.change(field, value)
  }

  const additionalOptions = (
    <Suspense>
      <AdditionalSignInOptions
        needsSecondStep={needsSecondStep}
        rememberMe={form.draft.rememberMe}
        onBack={() => setNeedsSecondStep(false)}
      />
    </Suspense>
  )
  if (needsSecondStep) return additionalOptions
  return (
    <form noValidate onSubmit={submit} aria-label="Acessar" className="flex flex-col">
      <div className={MESSAGE_MIN_HEIGHT_CLASS}>
        <PhoneInput
          name="phone"
          value={form.draft.phone}
          onChange={edit('phone')}
          error={form.getError('phone')}
          required
          autoFocus
        />
      </div>
      <div className={MESSAGE_MIN_HEIGHT_CLASS}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={form.draft.password}
          onChange={edit('password')}
          error={form.getError('password')}
          required
        />
      </div>
      <label className="flex min-h-8 coarse:min-h-11 w-fit items-center gap-2.5 text-ink-2 text-ui">
        <input
          type="checkbox"
          checked={form.draft.rememberMe}
          onChange={(event) => form.setRememberMe(event.target.checked)}
          className="check-box"
        />
        Manter conectado
      </label>
      {/* Shown here only if the error's notification was dismissed or cannot be shown. */}
      <p aria-hidden="true" className="mt-2 flex min-h-8 items-start gap-1.5 text-meta text-roma">
        {error && !isNotificationShown && (
          <>
            <AlertGlyph className="mt-px size-3.5 shrink-0" />
            {error}
          </>
        )}
      </p>
      <p role="alert" className="sr-only">
        {error && `Login error: ${error}`}
      </p>
      <Button type="submit" variant="primary" busy={isLoading} disabled={!form.canSubmit} className="mt-3 w-full">
        {isLoading ? 'Acessando...' : 'Acessar'}
      </Button>
      {getCapabilitiesTag() && <div className="mt-2 min-h-8 coarse:min-h-11">{additionalOptions}</div>}
    </form>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import { DEFAULT_INVITE_ROLE } from '@prosa/contract/constants'
import { ROLES } from '@prosa/contract/roles'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { ROLE_DESCRIPTIONS, ROLE_OPTIONS } from '../../../shared/identity/roles.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type InviteBody, type SentInvitation, useSendInvitation } from '../invitation-calls.ts'
import type { TenantField } from '../tenant-field.ts'

const { email, tenantDomain } = inviteUser.body.shape
const schema = z.object({ tenantDomain, email: z.pipe(z.string().check(z.trim()), email), role: z.enum(ROLES) })
const INVITE_SUBJECT = ['invite']
const EMPTY_INVITE: InviteBody = { tenantDomain: '', email: '', role: DEFAULT_INVITE_ROLE }

interface InviteFormProps {
  TenantField: TenantField
  onSent: (sent: SentInvitation) => void
  /** Whether to focus the first field, because the user opened the form by a click. */
  autoFocusesEmail: boolean
}

export function InviteForm({ TenantField: Tenant, onSent, autoFocusesEmail }: InviteFormProps) {
  const { control, register, formState, handleSubmit, setError, setFocus, setValue } = useForm<InviteBody>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: EMPTY_INVITE,
  })
  useEffect(() => {
    if (autoFocusesEmail) setFocus('email')
  }, [autoFocusesEmail, setFocus])
  const invite = useSendInvitation()
  const draft = useWatch({ control })
  const isIncomplete = !draft.tenantDomain || !draft.email?.trim()

  const submit = (body: InviteBody) =>
    invite.mutate(body, {
      onSuccess: (sent) => {
        notify.success({ title: 'Usuário convidado com sucesso!', subject: INVITE_SUBJECT })
        onSent(sent)
      },
      onError: (error) => {
        notifyError(error, { title: getErrorReason(error, 'Failed to invite user'), subject: INVITE_SUBJECT })
        setServerErrors(error, ['tenantDomain', 'email', 'role'], setError)
      },
    })

  return (
    <form
      noValidate
      aria-label="Convidar Usuário"
      onSubmit={handleSubmit(submit)}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)]"
    >
      <Controller
        control={control}
        name="tenantDomain"
        render={({ field, fieldState }) => (
          <Tenant
            value={field.value}
            onBlur={field.onBlur}
            onChange={(domain) =>
              setValue('tenantDomain', domain, { shouldDirty: true, shouldValidate: domain !== '' || fieldState.isTouched })
            }
            error={fieldState.error?.message}
          />
        )}
      />
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        placeholder="pessoa@empresa.com.br"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        required
      />
      <Select
        {...register('role')}
        label="Papel"
        options={ROLE_OPTIONS}
        description={ROLE_DESCRIPTIONS[draft.role ?? DEFAULT_INVITE_ROLE]}
        error={formState.errors.role?.message}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={invite.isPending} disabled={isIncomplete}>
        {invite.isPending ? 'Convidando...' : 'Convidar'}
      </Button>
    </form>
  )
}
